/**
 * The parts of a catalog, made by web/build/catalogs.ts: the words of the start page, of visitors' other screens, of the list of applications
 * with the shell, and of all signed-in screens, with the translations of the server's sentences; and what a price covers, which one screen
 * shows in both languages.
 */
declare module '*.json?start' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?visitors' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?list' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?signed-in' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?price' {
  export const words: { ui: { wallet: { priceRule: string } } }
}
