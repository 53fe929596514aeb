import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const SOURCES = { main: 'src/main.ts', portal: 'src/commands/portal.ts' }

/** The npm scripts run the product as it is shipped; vitest alone needs no build. */
const isShipped = Boolean(process.env.TEST_BUNDLE)

export type Program = keyof typeof SOURCES

/** A program of the server: its source, or its bundle. */
export const programOf = (name: Program): string => join(import.meta.dirname, '../server', isShipped ? `dist/${name}.js` : SOURCES[name])

/** The options that `npm start` gives to Node. */
export const nodeOptions = (): { NODE_OPTIONS?: string } => {
  const [, options] = /exec env node ((?:--\S+ )*)/.exec(manifest.scripts.start) ?? []
  return isShipped && options ? { NODE_OPTIONS: options.trim() } : {}
}
