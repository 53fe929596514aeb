import { join } from 'node:path'

const SOURCES = { main: 'src/main.ts', portal: 'src/commands/portal.ts' }

/** A program of the server: its source, or its bundle for what runs the product as it is shipped (npm run trust, npm run bench). */
export const programOf = (name: keyof typeof SOURCES): string =>
  join(import.meta.dirname, '../server', process.env.TEST_BUNDLE ? `dist/${name}.js` : SOURCES[name])
