import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { contractWithoutSchemas } from './build/contractWithoutSchemas.ts'
import { mantineStyles } from './build/mantineStyles.ts'
import { paint } from './build/paint.ts'
import { sharedFiles } from './build/sharedFiles.ts'

type Catalog = { [key: string]: string | Catalog }
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

const compileAll = (catalog: Catalog, rtl: boolean): Compiled =>
  Object.fromEntries(
    Object.entries(catalog).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(rtl ? isolated(text) : text) : compileAll(text, rtl),
    ]),
  )

/** Isolates each argument, so that Latin names inside Arabic keep their direction and disturb no punctuation. */
const isolated = (text: string): string => text.replace(/\{\w+\}/g, '\u2068$&\u2069')

/** The parts of these groups that visitors' screens read; the shell brings the whole groups. */
const SHARED: Record<string, string[]> = {
  enums: ['role', 'stage', 'status', 'priority', 'companyCategory'],
  toasts: ['loginAsAdmin', 'loginAsCustomer', 'logout', 'registerClient', 'companySwitched', 'forgotPassword', 'setPassword'],
}

/** The groups that visitors' screens read; all others travel with the shell. */
const VISITORS = [
  'landing',
  'adminLogin',
  'customerLogin',
  'login',
  'secondStep',
  'forgotPassword',
  'setPassword',
  'confirmEmail',
  'newPassword',
  'registration',
  'shell',
  'confirm',
  'ui',
]

const partOf = (catalog: Catalog, visitors: boolean): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).flatMap(([group, texts]) => {
      const shared = SHARED[group]
      if (!visitors || !shared) return VISITORS.includes(group) === visitors ? [[group, texts]] : []
      return [[group, Object.fromEntries(Object.entries(texts).filter(([key]) => shared.includes(key)))]]
    }),
  )

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
    const compiled = compileAll(partOf(JSON.parse(code), part === 'visitors'), id.includes('/ar.json'))
    return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js', map: null }
  },
  /** Puts the address of each language's words into the page, for boot.js. */
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const language = file.type === 'chunk' && /(\w+)\.json\?visitors$/.exec(file.facadeModuleId ?? '')?.[1]
        return language
          ? [{ tag: 'meta', attrs: { name: `words-${language}`, content: `/${file.fileName}` }, injectTo: 'head-prepend' as const }]
          : []
      }),
  },
}

/** Compresses each file once, better than a server could for each request. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name)), { params }))
    }
  },
}

const config: UserConfig = {
  root: import.meta.dirname,
  // React has what this package adds to older versions of it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [catalogs, contractWithoutSchemas, mantineStyles, react(), compressed],
  // The Content-Security-Policy allows no data: URL for fonts, so nothing is inlined.
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700 },
  // The Host stays as the browser sent it: the server compares it with the Origin of every write (P4).
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config
  const groups = [{ name: await sharedFiles(config), debugName: 'shared' }]
  const codeSplitting = { groups, includeDependenciesRecursively: false }
  return {
    ...config,
    plugins: [...(config.plugins ?? []), paint(config)],
    build: { ...config.build, rolldownOptions: { output: { codeSplitting } } },
  }
})
