/** The forms with unsaved input, by an id of their own. */
export const dirtyForms = new Set<string>()

/** Stops guarding unsaved input: after a submission, a confirmed logout, or the end of the session. */
export const releaseUnsaved = (): void => dirtyForms.clear()
