import { useLayoutEffect } from 'react'

// What the server painted of this page (web/build/paint.ts) stands above the empty #root, until a screen is there.
const painted = globalThis.document?.getElementById('painted')

export const isPainted = (): boolean => painted?.isConnected ?? false

/** Takes the painted page away, at once with the first showing of what replaces it. */
export const useInPlaceOfPainted = (): void => useLayoutEffect(() => painted?.remove(), [])
