import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run bench: all measurements, one after the other, or only the named ones.
const NAMES = [
  'vitals',
  'bytes',
  'start',
  'load',
  'uploads',
  'overload',
  'soak',
  'throughput',
  'plans',
  'facets',
  'imports',
  'live',
  'counts',
  'jobs',
  'migrations',
]
/** Reads what `throughput` kept of several sizes. */
const COMPARISON = 'sizes'
const words = process.argv.slice(2)
const unknown = words.find((word) => ![...NAMES, COMPARISON].includes(word))
if (unknown) throw new Error(`There is no such measurement: ${unknown}. There are ${[...NAMES, COMPARISON].join(', ')}`)
const failed = (words.length > 0 ? words : NAMES).filter((name) => {
  console.log(`\n── ${name}`)
  return (
    spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit', env: { ...process.env, TEST_BUNDLE: '1' } })
      .status !== 0
  )
})
if (failed.length > 0) console.log(`\nA limit was passed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
