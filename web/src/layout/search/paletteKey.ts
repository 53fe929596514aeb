/** As the caps of this keyboard name it. */
export const PALETTE_KEY = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘K' : 'Ctrl K'
