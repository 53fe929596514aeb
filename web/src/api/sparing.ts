interface Pace {
  /** The least time between two runs, in milliseconds. */
  every: () => number
  /** Up to so many milliseconds more, by chance: what everybody hears at once is not asked for by all at once. */
  jitter: number
}

/** Runs soon after it is asked to, once for all that asked meanwhile, and seldom. */
export function sparingly(run: () => void, { every, jitter }: Pace): { ask: () => void; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    const wait = Math.max(0, last + every() - Date.now()) + Math.random() * jitter
    timer ??= setTimeout(() => {
      timer = undefined
      last = Date.now()
      run()
    }, wait)
  }
  return { ask, stop: () => clearTimeout(timer) }
}

/** The same for what is named: each run is for all names that were asked for since the last one. */
export function sparinglyFor(
  run: (names: ReadonlySet<string>) => void,
  pace: Pace,
): { ask: (names: Iterable<string>) => void; stop: () => void } {
  let due = new Set<string>()
  const { ask, stop } = sparingly(() => {
    const names = due
    due = new Set()
    run(names)
  }, pace)
  return {
    ask: (names) => {
      due = new Set([...due, ...names])
      if (due.size > 0) ask()
    },
    stop,
  }
}
