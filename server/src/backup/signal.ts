/** Aborts at the first Ctrl-C or SIGTERM, so that unfinished work is removed. */
export function untilStopped(sentence = 'Stopped. Nothing was left behind.'): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(sentence)))
  return stop.signal
}
