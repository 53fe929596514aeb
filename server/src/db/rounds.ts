interface Rounds<Part extends string> {
  /** The part was read to its end. */
  end(part: Part): void
  /** For so many milliseconds each part was read wholly; undefined before. */
  readonly wholly_ms: number | undefined
}

/** Proofs go round in slices, each part at its own pace. */
export function openRounds<Part extends string>(parts: readonly Part[]): Rounds<Part> {
  const opened = performance.now()
  const rounds = new Map(parts.map((part) => [part, { began: opened, whole: Number.NaN }]))
  return {
    end(part) {
      rounds.set(part, { began: performance.now(), whole: rounds.get(part)?.began ?? opened })
    },
    get wholly_ms() {
      const ms = performance.now() - Math.min(...[...rounds.values()].map(({ whole }) => whole))
      return Number.isNaN(ms) ? undefined : ms
    },
  }
}
