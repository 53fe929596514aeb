import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** The groups that the start page reads; all screens have them. */
const START = ['landing']
/** What they read of further groups. */
const SHARED: Record<string, string[]> = {
  ui: [
    ...['close', 'loading', 'none', 'retry', 'reload', 'reference', 'copy', 'copied', 'offline', 'connection', 'stages'],
    ...['goToDashboard', 'goHome', 'notFoundTitle', 'notFoundText', 'crashTitle', 'crashText', 'awayTitle', 'awayText'],
    ...['unreachableTitle', 'unreachableText'],
  ],
  shell: ['product', 'home', 'support', 'privacy', 'skip', 'loading', 'theme', 'themeLight', 'themeDark', 'themeAuto'],
  enums: ['role', 'stage', 'status', 'priority', 'companyCategory'],
  toasts: ['loginAsAdmin', 'loginAsCustomer', 'logout', 'registerClient', 'companySwitched', 'forgotPassword', 'setPassword'],
}
/** The groups that other screens of visitors read; the shell brings all that are not of the start page. */
const VISITORS = [
  'adminLogin',
  'customerLogin',
  'login',
  'secondStep',
  'forgotPassword',
  'setPassword',
  'confirmEmail',
  'newPassword',
  'registration',
  'confirm',
  'ui',
]

const PARTS: Record<string, (catalog: Catalog) => Catalog> = {
  start: (catalog) => ({ ...groupsOf(catalog, (group) => START.includes(group)), ...shared(catalog) }),
  visitors: (catalog) => groupsOf(catalog, (group) => VISITORS.includes(group)),
  'signed-in': (catalog) => groupsOf(catalog, (group) => !START.includes(group)),
}

const groupsOf = (catalog: Catalog, isIn: (group: string) => boolean): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([group]) => isIn(group)))

const shared = (catalog: Catalog): Catalog =>
  Object.fromEntries(
    Object.entries(SHARED).map(([group, keys]) => [
      group,
      Object.fromEntries(Object.entries(catalog[group] ?? {}).filter(([key]) => keys.includes(key))),
    ]),
  )

/** The tables of the server's sentences that belong to a part. */
const REFUSALS: Record<string, string[]> = { visitors: ['visitors'], 'signed-in': ['visitors', 'signed-in'] }

const refusalsOf = (id: string, part: string): Record<string, string> => {
  const tables = (REFUSALS[part] ?? []).map((name) => join(dirname(id), `refusals.${name}.ar.json`))
  return Object.assign({}, ...tables.map((table) => JSON.parse(readFileSync(table, 'utf8'))))
}

const CATALOG = /\/src\/messages\/\w+\.json\?(start|visitors|signed-in)$/

/**
 * Reads the catalogs' ICU texts while building and splits them in three, so that neither a parser (9 KB) nor the words of other screens travel
 * to the start page.
 */
const catalogs: Plugin = {
  name: 'catalogs',
  enforce: 'pre',
  config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
  transform: (code, id) => {
    const part = CATALOG.exec(id)?.[1] ?? ''
    const partOf = PARTS[part]
    if (!partOf) return undefined
    const arabic = id.includes('/ar.json')
    const words = JSON.stringify(compileAll(partOf(JSON.parse(code)), arabic))
    const refusals = arabic ? JSON.stringify(refusalsOf(id, part)) : '{}'
    return { code: `export const words = ${words}\nexport const refusals = ${refusals}`, moduleType: 'js', map: null }
  },
  /** Puts the address of each language's words into the page, for boot.js. */
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        const language = file.type === 'chunk' && /(\w+)\.json\?start$/.exec(file.facadeModuleId ?? '')?.[1]
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
    const names = [...Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file)), 'boot.js']
    // The build that paints has no boot.js.
    for (const name of names.filter((file) => existsSync(join(dir, file)))) {
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

/** A first build tells what is shared. Whoever reads this configuration without building, such as knip, needs none. */
const intoSharedFiles: Plugin = {
  name: 'into-shared-files',
  apply: 'build',
  async config() {
    const groups = [{ name: await sharedFiles(config), debugName: 'shared' }]
    const codeSplitting = { groups, includeDependenciesRecursively: false }
    return { build: { rolldownOptions: { output: { codeSplitting } } } }
  },
}

export default defineConfig({ ...config, plugins: [...(config.plugins ?? []), intoSharedFiles, paint(config)] })
