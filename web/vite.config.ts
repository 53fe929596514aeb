import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { catalogs } from './build/catalogs.ts'
import { contractWithoutSchemas } from './build/contractWithoutSchemas.ts'
import { mantineStyles } from './build/mantineStyles.ts'
import { paint } from './build/paint.ts'
import { sharedFiles } from './build/sharedFiles.ts'

/** The start page names all files: what tells their contents apart cannot be compressed, and the end of a long name says little (U1). */
const short = (name = ''): string => name.replace(/\.\w+$/, '').slice(0, 6)
const SHORT_NAMES: Rolldown.OutputOptions = {
  chunkFileNames: ({ name }) => `assets/${short(name)}-[hash:7].js`,
  assetFileNames: ({ names: [name] }) => `assets/${short(name)}-[hash:6].[ext]`,
}

const LARGE_BYTES = 8_192
/** Chromium then compiles a file beside the main thread, and not each function when it is first called. In a small one the hint weighs more. */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.length > LARGE_BYTES) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** Compresses each file once, better than a server could for each request. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    const names = [...Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file)), 'ahead.js', 'boot.js']
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
  plugins: [catalogs, contractWithoutSchemas, mantineStyles, react(), compiledAhead, compressed],
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
    return { build: { rolldownOptions: { output: { codeSplitting, ...SHORT_NAMES } } } }
  },
}

export default defineConfig({ ...config, plugins: [...(config.plugins ?? []), intoSharedFiles, paint(config)] })
