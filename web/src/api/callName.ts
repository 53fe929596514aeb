import { type Call, getSettings, login, logout, me, registerClient } from 'contract'

const names = new Map<Call, string>()

/** Makes the names of calls known. The start page knows its own only: all others, with their schemas, come with the shell (U1). */
export function nameCalls(calls: Record<string, Call>): void {
  for (const [name, call] of Object.entries(calls)) names.set(call, name)
}
nameCalls({ getSettings, login, logout, me, registerClient })

/** The word by which contract, handler and messages know the call. */
export const nameOf = (call: Call): string => names.get(call) ?? call.path
