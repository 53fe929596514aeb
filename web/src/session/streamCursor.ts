// What ahead.js asks for may be older than the settings, but not older than the page.
const placeOfPage = document.querySelector<HTMLElement>('meta[name=ahead]')?.dataset.place
let cursor: string | undefined

/** Where the stream of changes goes on: first the place of the page or of the settings, which were there before anything else, then the last one heard. */
export const setStreamCursor = (next: string | undefined): void => {
  cursor = next
}

/** Begins at the place of the settings, unless the page knows an earlier one. */
export const beginStreamAt = (place: string | undefined): void => setStreamCursor(placeOfPage ?? place)

export const streamCursor = (): string | undefined => cursor
