/** The two parts of a catalog, compiled by the plugin in vite.config.ts: the words for visitors, and those for the shell. */
declare module '*.json?visitors' {
  const messages: import('./messages.ts').Messages
  // biome-ignore lint/style/noDefaultExport: that is how a catalog is imported
  export default messages
}

declare module '*.json?signed-in' {
  const messages: import('./messages.ts').Messages
  // biome-ignore lint/style/noDefaultExport: that is how a catalog is imported
  export default messages
}
