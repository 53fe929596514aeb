import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const SOURCES = { main: 'src/main.ts', portal: 'src/commands/portal.ts' }

/** The npm scripts run the product as it is shipped; vitest alone needs no build. */
const isShipped = Boolean(process.env.TEST_BUNDLE)

export type Program = keyof typeof SOURCES

/** A program of the server: its source, or its bundle. */
export const programOf = (name: Program): string => join(import.meta.dirname, '../server', isShipped ? `dist/${name}.js` : SOURCES[name])

/** The environment and the options that `npm start` gives to Node. */
export function startedWith(): Record<string, string> {
  const [, variables = '', options = ''] = /exec env ((?:\w+=\S+ )*)node ((?:--\S+ )*)/.exec(manifest.scripts.start) ?? []
  if (!isShipped) return {}
  const pairs = variables.split(' ').filter(Boolean)
  return { ...Object.fromEntries(pairs.map((pair) => pair.split('='))), NODE_OPTIONS: options.trim() }
}
