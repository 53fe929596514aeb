interface Asked {
  answer: Promise<Response>
  end: AbortController
}

/** What ahead.js has asked for, by address. From here on the program asks itself, should ahead.js come later. */
const page = globalThis as { ahead?: Record<string, Asked> }
page.ahead ??= {}

/** The first screen is there by then; what is shown later is asked for anew. */
const UNTIL_MS = 10_000

/** The answer that was asked for before the program was there, once. */
export function takeAhead(address: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const asked = page.ahead?.[address]
  delete page.ahead?.[address]
  if (!asked || performance.now() > UNTIL_MS) return undefined
  signal?.addEventListener('abort', () => asked.end.abort())
  return asked.answer
}

/** What is left was asked for in the name of the user before, or before a change. */
export function forgetAhead(): void {
  for (const { end } of Object.values(page.ahead ?? {})) end.abort()
  page.ahead = {}
}
