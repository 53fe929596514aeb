import { join, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Packages with files or native code beside their modules, which stay where they are. */
const APART = ['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'unpdf']

const dist = join(import.meta.dirname, 'dist')

/** What a source finds beside itself, such as migrations and words, the bundle finds there too. */
const besideTheSource: Plugin = {
  name: 'beside-the-source',
  transform: {
    filter: { id: /\/server\/(src|demo)\/.*\.ts$/, code: /import\.meta\.dirname/ },
    handler(code, id) {
      const folder = relative(dist, join(id, '..')).replaceAll(sep, '/')
      return { code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`), map: null }
    },
  },
}

/** The bundle that `npm start` runs: a few files instead of a thousand. All lie in one folder. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [besideTheSource],
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: true,
    target: 'node24',
    // Its stack traces are read.
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', portal: 'src/commands/portal.ts', demo: 'demo/main.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // One letter beyond Latin-1, and V8 keeps a whole file with two bytes a letter.
        charset: 'ascii',
        comments: { annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external: APART },
})
