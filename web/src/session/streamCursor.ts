let cursor: string | undefined

/** The start of the stream of changes, from the settings that were loaded before anything else. */
export const setStreamCursor = (next: string | undefined): void => {
  cursor = next
}

export const streamCursor = (): string | undefined => cursor
