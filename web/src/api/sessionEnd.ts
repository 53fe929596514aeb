type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined
let renewals = 0

/** Names what asks the person to log in again once the server no longer knows the session; answers how to stop. */
export function askAtSessionEnd(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** How often the session was renewed so far; a call remembers it when it is sent. */
export const renewalCount = (): number => renewals

/** Whether the same person is signed in again (U9). All refused calls share one question; one that was sent before the last renewal needs none. */
export async function isSignedInAgain(sentAt: number): Promise<boolean> {
  if (sentAt !== renewals) return true
  asking ??= askOnce()
  return await asking
}

async function askOnce(): Promise<boolean> {
  const again = (await ask?.()) ?? false
  asking = undefined
  if (again) renewals += 1
  return again
}
