import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { type Catalog, merged, wordsUsedBy } from './wordsUsedBy.ts'

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
  enums: ['stage', 'status', 'priority'],
  toasts: ['loginAsCustomer'],
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
/** What they read of further groups. */
const SHARED_BY_VISITORS: Record<string, string[]> = {
  enums: [...(SHARED.enums ?? []), 'companyCategory'],
  toasts: ['loginAsAdmin', 'loginAsCustomer', 'registerClient', 'forgotPassword', 'setPassword'],
}
/** The list is the screen that is opened most: it brings only what it shows itself, and all other words come a little later. */
const LIST = ['layout/Shell.tsx', 'applications/list/ApplicationsScreen.tsx']

const PARTS: Record<string, (catalog: Catalog) => Catalog> = {
  start: (catalog) => ({ ...groupsOf(catalog, (group) => START.includes(group)), ...shared(catalog, SHARED) }),
  visitors: (catalog) => ({ ...groupsOf(catalog, (group) => VISITORS.includes(group)), ...shared(catalog, SHARED_BY_VISITORS) }),
  // Each part has what the parts before it have of the same groups: the last one loaded counts.
  list: (catalog) => [shared(catalog, SHARED), shared(catalog, SHARED_BY_VISITORS), wordsUsedBy(LIST, catalog)].reduce(merged),
  'signed-in': (catalog) => groupsOf(catalog, (group) => !START.includes(group)),
  price: (catalog) => ({ ui: { wallet: shared(catalog.ui as Catalog, { wallet: ['priceRule'] }).wallet ?? {} } }),
}

const groupsOf = (catalog: Catalog, isIn: (group: string) => boolean): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([group]) => isIn(group)))

const shared = (catalog: Catalog, of: Record<string, string[]>): Catalog =>
  Object.fromEntries(
    Object.entries(of).map(([group, keys]) => [
      group,
      Object.fromEntries(Object.entries(catalog[group] ?? {}).filter(([key]) => keys.includes(key))),
    ]),
  )

/** The tables of the server's sentences that belong to a part; what further screens alone are refused is none of the list's. */
const REFUSALS: Record<string, string[]> = {
  visitors: ['visitors'],
  list: ['visitors', 'signed-in'],
  'signed-in': ['visitors', 'signed-in', 'further'],
}

const refusalsOf = (id: string, part: string): Record<string, string> => {
  const tables = (REFUSALS[part] ?? []).map((name) => join(dirname(id), `refusals.${name}.ar.json`))
  return Object.assign({}, ...tables.map((table) => JSON.parse(readFileSync(table, 'utf8'))))
}

const CATALOG = /\/src\/messages\/\w+\.json\?(start|visitors|list|signed-in|price)$/

/**
 * Reads the catalogs' ICU texts while building and splits them, so that neither a parser (9 KB) nor the words of other screens travel
 * to the start page.
 */
export const catalogs: Plugin = {
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
