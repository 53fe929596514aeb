interface Asked {
  answer: Promise<Response>
  end: AbortController
}

declare global {
  interface Window {
    ahead?: Record<string, Asked>
  }
}

/** The first screen is there by then; what is shown later is asked for anew. */
const UNTIL_MS = 10_000

/** The answer that ahead.js has asked for before the program was there, once. */
export function takeAhead(address: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const asked = window.ahead?.[address]
  delete window.ahead?.[address]
  if (!asked || performance.now() > UNTIL_MS) return undefined
  signal?.addEventListener('abort', () => asked.end.abort())
  return asked.answer
}

/** It was asked for in the name of the user before. */
export function forgetAhead(): void {
  for (const { end } of Object.values(window.ahead ?? {})) end.abort()
  delete window.ahead
}
