let cursor: string | undefined

/** Where the stream of changes begins: the settings said it before anything was shown. */
export const setStreamCursor = (next: string | undefined): void => {
  cursor = next
}

export const streamCursor = (): string | undefined => cursor
