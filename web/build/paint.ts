import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { callsAhead } from './ahead.ts'
import { criticalStyles } from './criticalStyles.ts'
import { asked, loadsOf } from './loads.ts'

const web = join(import.meta.dirname, '..')
const temporary = join(web, '../node_modules/.cache/painted')

/** Prints the HTML of all screens in both languages, by name and language. */
const PRINT = `
import { NAMES, paint } from './painted.js'
const pages = {}
for (const name of NAMES) for (const language of ['en', 'ar']) pages[name + '.' + language] = await paint(name, language)
process.stdout.write(JSON.stringify(pages), () => process.exit())`

/** Paints in a process of its own: the program of the web leaves channels and timers behind. */
async function paintAll(config: InlineConfig): Promise<Record<string, string>> {
  const ssr = { noExternal: true } as const
  const input = { painted: join(web, 'src/painted.tsx') }
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
  const rolldownOptions = { input, output }
  const target = 'node24'
  const options = { ssr: true, outDir: temporary, emptyOutDir: true, target, rolldownOptions, copyPublicDir: false }
  mkdirSync(temporary, { recursive: true })
  try {
    const define = { 'process.env.NODE_ENV': '"production"' }
    await build({ ...config, define, configFile: false, logLevel: 'error', mode: 'production', ssr, build: options })
    writeFileSync(join(temporary, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(temporary, 'print.js'), PRINT)
    const printed = execFileSync(process.execPath, [join(temporary, 'print.js')], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    return JSON.parse(printed)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** The policy of the page allows no style attributes: each becomes a rule of the page's own style sheet. */
function withoutAttributes(html: string): { html: string; rules: string } {
  const styles: string[] = []
  const marked = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-painted="${styles.indexOf(style)}"`
  })
  const decoded = (style: string) => style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  return { html: marked, rules: styles.map((style, index) => `#painted [data-painted="${index}"]{${decoded(style)}}`).join('') }
}

/** Nothing of it can be used, and what depends on the day is not shown: the program is not there yet. */
const FRAME = '#painted{position:absolute;inset-block-start:0;inset-inline:0}#painted time{visibility:hidden}'

/** They have hardly a text; of a font that is asked for and not needed, the browser would warn. */
const FRAMES = /^(shell|public)\./

/** Its styles have no rules of paper, and stand behind those that have: there they would win. */
function pageOf(name: string, painted: string, sheets: string[]): string {
  const { html, rules } = withoutAttributes(painted.replace(/<link rel="preload"[^>]*>/g, ''))
  const critical = sheets.map((sheet) => criticalStyles(sheet, html)).join('')
  const fonts = sheets.flatMap(fontsOf)
  const own = name.endsWith('.ar') ? fonts.filter(({ face }) => !face.includes('Arabic Name')) : []
  const preloads = (FRAMES.test(name) ? [] : own).map(({ address }) => `<link rel="preload" href="${address}" as="font" crossorigin>`)
  const styles = [...fonts.map(({ face }) => face), critical, FRAME, rules].join('')
  return withoutUnused(
    `${preloads.join('')}<style nonce="__NONCE__" media="screen">${styles}</style><div id="painted" inert aria-hidden="true">${html}</div>`,
  )
}

/**
 * The Arabic fonts of nearly every page, and of the switch to Arabic (web/src/fonts.css): the text is painted in its own font, so that nothing
 * moves. Latin text has a font of its width on every device, and its files would come before the program.
 */
const fontsOf = (sheet: string): { face: string; address: string }[] =>
  [...sheet.matchAll(/@font-face\{[^}]*url\(["']?(\/assets\/arabic-[^"')]*)[^}]*\}/g)].map(([face, address = '']) => ({ face, address }))

/** Most of Mantine's variables are for what this page does not have. */
function withoutUnused(page: string): string {
  const used = new Set([...page.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const kept = page.replace(/(?<=[{;\s])(--[\w-]+):[^;}]*;?/g, (declaration, name: string) => (used.has(name) ? declaration : ''))
  return kept === page ? page : withoutUnused(kept)
}

const sourceOf = ({ source }: Rolldown.OutputAsset): string => (typeof source === 'string' ? source : Buffer.from(source).toString())

/** Makes painted.json: the first pages as HTML with the styles they need, and what each screen loads and asks for; the server puts them into the page (server/src/http/painted.ts). */
export const paint = (config: InlineConfig): Plugin => ({
  name: 'paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    // Below the painted page, which does not wait for it.
    handler(html) {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return sheets.reduce((page, sheet) => page.replace(sheet, ''), html).replace('</body>', `${sheets.map(asked).join('')}</body>`)
    },
  },
  async generateBundle(_, bundle) {
    const painted = await paintAll(config)
    const assets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    // The sheet of the start comes first, as in the page.
    const sheets = (assets as Rolldown.OutputAsset[]).sort((one, other) => order(one) - order(other)).map(sourceOf)
    const pages = Object.fromEntries(Object.entries(painted).map(([name, html]) => [name, pageOf(name, html, sheets)]))
    this.emitFile({
      type: 'asset',
      fileName: 'painted.json',
      source: JSON.stringify({ pages, loads: loadsOf(bundle), ahead: callsAhead() }),
    })
  },
})

const SHEETS = ['start', 'visitors', 'screens']
const order = ({ fileName }: Rolldown.OutputAsset): number => {
  const found = SHEETS.findIndex((name) => fileName.includes(`/${name}-`))
  return found < 0 ? SHEETS.length : found
}
