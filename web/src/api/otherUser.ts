const listeners: (() => void)[] = []

/** Calls back when somebody else is signed in, or nobody: what was loaded for the user before must not be seen. */
export const onOtherUser = (forget: () => void): void => void listeners.push(forget)

export function reportOtherUser(): void {
  for (const forget of listeners) forget()
}
