let first: string | undefined

/** The settings told how far the changes had come before anything was shown. */
export const beginChangesAt = (place: string | undefined): void => {
  first = place
}

/** Where the stream of changes begins on this page. */
export const firstPlace = (): string | undefined => first
