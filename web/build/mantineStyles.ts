import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const styles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')
/** What is not of one component. */
const GENERAL = ['baseline', 'default-css-variables', 'global']

/** Of the colours that the theme does not use (web/src/theme.ts). */
const UNUSED = /^ *--mantine-color-(pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange|blue)-[^;]*;$/gm

const sheet = (name: string): string => join(styles, `${name}.layer.css`)

/** Instead of Mantine's one sheet for all its components, each component that is used brings its own: a sixth of the bytes (U1). */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/@mantine\/core\/styles\.layer\.css$/ },
    handler: () => GENERAL.map((name) => readFileSync(sheet(name), 'utf8').replace(UNUSED, '')).join('\n'),
  },
  transform: {
    filter: { id: /\/@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler(code, id) {
      const own = sheet(/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? '')
      return existsSync(own) ? { code: `import '${own}'\n${code}`, map: null } : undefined
    },
  },
}
