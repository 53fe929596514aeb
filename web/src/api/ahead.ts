interface Asked {
  answer: Promise<Response>
  end: AbortController
}

/** What ahead.js has asked for, by address. From here on the program asks itself, should ahead.js come later. */
const page = globalThis as { ahead?: Record<string, Asked> }
page.ahead ??= {}

/** The first screen is there by then; what is shown later is asked for anew. */
const UNTIL_MS = 10_000
/** The screen comes without an answer that takes longer. */
const MAX_WAIT_MS = 200

interface Answered {
  response: Response
  reply: unknown
}

const answered = new Map<string, Answered>()

/** Whether the page was sent to somebody with a session. */
export const isAskedAhead = (): boolean => document.querySelector('meta[name=ahead]') !== null

function takeAsked(address: string): Asked | undefined {
  const asked = page.ahead?.[address]
  delete page.ahead?.[address]
  return performance.now() > UNTIL_MS ? undefined : asked
}

/** The answer that was asked for before the program was there, once. */
export function takeAhead(address: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  answered.delete(address)
  const asked = takeAsked(address)
  if (asked) signal?.addEventListener('abort', () => asked.end.abort())
  return asked?.answer
}

/** Waits a little for what was asked for, so that the first screen is drawn once, with it. A refusal is left to the call. */
export async function awaitAhead(): Promise<void> {
  const read = async ([address, { answer }]: [string, Asked]) => {
    const response = await answer
    if (response.ok) answered.set(address, { response, reply: await response.clone().json() })
  }
  const all = Promise.allSettled(Object.entries(page.ahead ?? {}).map(read))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

/** The answer that was there before the first screen, once. */
export function answeredAhead(address: string): Answered | undefined {
  const found = answered.get(address)
  if (!found) return undefined
  answered.delete(address)
  return takeAsked(address) && found
}

/** What is left was asked for in the name of the user before, or before a change. */
export function forgetAhead(): void {
  for (const { end } of Object.values(page.ahead ?? {})) end.abort()
  page.ahead = {}
  answered.clear()
}
