/**
 * The parts of a catalog, compiled by the plugin in vite.config.ts: the words of the start page, of visitors' other screens, and of the
 * shell, with the translations of the server's sentences.
 */
declare module '*.json?start' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?visitors' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}

declare module '*.json?signed-in' {
  export const words: import('./messages.ts').Messages
  export const refusals: Record<string, string>
}
