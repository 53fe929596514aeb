type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined
let renewals = 0

/** Sets the function that asks the user to log in again when the session has ended; returns a function that unsets it. */
export function askAtSessionEnd(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** The number of renewals; each call remembers it when it is sent. */
export const renewalCount = (): number => renewals

/** Resolves to true when the same user is signed in again (U9). All refused calls share one question; a call sent before the last renewal asks none. */
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
