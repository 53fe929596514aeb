let cursor: string | undefined

/** Where the stream of changes goes on: first the place of the settings that were loaded before anything else, then the last one heard. */
export const setStreamCursor = (next: string | undefined): void => {
  cursor = next
}

export const streamCursor = (): string | undefined => cursor
