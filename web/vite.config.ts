import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'

type Catalog = { [key: string]: string | Catalog }
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

const compileAll = (catalog: Catalog): Compiled =>
  Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compileAll(text)]))

/** The groups that screens without a session read; every other group travels with the shell. */
const VISITORS = [
  'landing',
  'adminLogin',
  'customerLogin',
  'login',
  'forgotPassword',
  'setPassword',
  'newPassword',
  'registration',
  'shell',
  'confirm',
  'ui',
  'enums',
  'toasts',
]
const CATALOG = /\/src\/messages\/\w+\.json\?(visitors|signed-in)$/

/**
 * Reads the catalogs' ICU texts while building and splits them in two, so that neither a parser (9 KB of the 200 that U1 allows) nor
 * the words of the signed-in screens travel to the start page.
 */
const catalogs: Plugin = {
  name: 'catalogs',
  enforce: 'pre',
  config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
  transform: (code, id) => {
    const part = CATALOG.exec(id)?.[1]
    if (!part) return undefined
    const groups = Object.entries(JSON.parse(code) as Catalog).filter(([group]) => VISITORS.includes(group) === (part === 'visitors'))
    return { code: `export default ${JSON.stringify(compileAll(Object.fromEntries(groups)))}`, moduleType: 'js', map: null }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogs, react()],
  // The Content-Security-Policy allows no data: URL for fonts, so nothing is inlined.
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  // The Host stays as the browser sent it: the server compares it with the Origin of every write (P4).
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
})
