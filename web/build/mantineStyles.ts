import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { resolveVariables, theme } from '../src/theme.ts'

const styles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')

/** Of the colours that the theme does not use (web/src/theme.ts), and what no component reads. */
const UNUSED =
  /(?<=[{;])--mantine-(color-(pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange|blue)-|color-dark-(filled-hover|text|light|outline)|color-[a-z]+-outline|z-index-|breakpoint-|primary-color-\d|h[56]-)[^;]*;/g
/** Mantine's own colours; the theme has all that are used. */
const COLORS = /\/MantineProvider\/default-colors\.mjs$/
/** Write the theme's variables and the classes of its breakpoints into the page. */
const WRITERS = /\/MantineProvider\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/
/** Groups and other loaders come with each button, but the portal has none. */
const ABSENT = /\/((?:Button|ActionIcon)Group(?:Section)?|Bars|Dots)\.mjs$/
const THEIR_SHEETS = /\/styles\/(Button|ActionIcon|Loader)\.layer\.css$/
/** Only frames of animations have rules within. */
const THEIR_RULES =
  /@keyframes m_(?:5d2b3b9d|aac34a1) \{(?:[^{}]*\{[^{}]*\})*\s*\}|[^{}]*\.m_(?:80d6d844|70be2a01|1a0f1b21|437b6484|7a2bd4cd|870bb79|4e3f22d7|870c4af)[^{}]*\{[^{}]*\}/g
/** What all buttons, tabs and entries of menus are made of. */
const PLAIN = /\/styles\/UnstyledButton\.layer\.css$/
/** In a layer below theirs: it may be loaded after them. */
const below = (rules: string): string => rules.replace('@layer mantine', '@layer mantine.plain')
/** For shadow roots, which there are none of. */
const HOST = /, :host(\([^)]*\))?/g

/** What comes after the page is shown: a sheet with a layer would make the browser lay out the whole page again. */
const LATER = ['Notification']
const sheet = (name: string): string => join(styles, LATER.includes(name) ? `${name}.css` : `${name}.layer.css`)

/** What Mantine's provider would write into each page as it starts. */
function providedStyles(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver: resolveVariables, deduplicateCssVariables: false })
  const provided = [...renderToStaticMarkup(provider).matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, rules]) => rules)
  return provided.join('\n').replace(UNUSED, '').replace(HOST, '')
}

/**
 * Instead of Mantine's one sheet for all its components, each component that is used brings its own: a sixth of the bytes (U1). The style
 * sheet has the theme, so that no program needs to write it into the page.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: [/\/@mantine\/core\/styles\.layer\.css$/, WRITERS, COLORS, ABSENT, THEIR_SHEETS, PLAIN] },
    handler(id) {
      if (PLAIN.test(id)) return below(readFileSync(id, 'utf8'))
      if (THEIR_SHEETS.test(id)) return readFileSync(id, 'utf8').replace(THEIR_RULES, '')
      if (COLORS.test(id)) return 'export const DEFAULT_COLORS = {}'
      const left = (WRITERS.exec(id) ?? ABSENT.exec(id))?.[1]
      if (left) return `export const ${left} = () => null`
      return [below(readFileSync(sheet('baseline'), 'utf8')), readFileSync(sheet('global'), 'utf8'), providedStyles()].join('\n')
    },
  },
  transform: {
    filter: { id: /\/@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler(code, id) {
      const own = sheet(/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? '')
      return existsSync(own) ? { code: `import '${own}'\n${code}`, map: null } : undefined
    },
  },
}
