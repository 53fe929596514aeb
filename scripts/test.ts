import { folderInMemory } from './memory.ts'
import { type Part, playwright, run, vitest } from './runner.ts'

// npm test: everything. Rows run one after the other, the parts of a row together, because each leaves a core idle.
/** Only while the tests wait: some measure how long others wait. */
const meanwhile = (command: string) => `nice -n 19 ${command}`
/** Each with one checker: a second one checks again what it shares with the first. */
const PROJECTS = ['tsconfig.json', 'web/tsconfig.json']
const folder = folderInMemory()
/** Where the tests have their temporary files. */
const there = folder === undefined ? {} : { TMPDIR: folder }
const rows: Part[][] = [
  [
    { name: 'Types', commands: PROJECTS.map((project) => meanwhile(`tsc -p ${project} --checkers 1`)) },
    { name: 'Lint', commands: [meanwhile('biome check --error-on-warnings')] },
    { name: 'Dead code', commands: [meanwhile('knip')] },
    { name: 'Unit and server tests', ...vitest('vitest'), env: { TEST_BUNDLE: '1', ...there } },
  ],
]
if (!process.argv.includes('--without-browser')) {
  const { env, ...tests } = playwright('playwright')
  rows.push([{ name: 'Browser tests', ...tests, env: { ...env, ...there } }])
}

let passed = 0
let failed = 0
const failures: string[] = []

async function runPart(part: Part): Promise<void> {
  const counts = await run(part)
  const skipped = counts.skipped ? `, ${counts.skipped} skipped, which counts as failed` : ''
  const repeated = counts.repeated ? ` (${counts.repeated} only when repeated, marked flaky above)` : ''
  const seconds = counts.seconds.toFixed(1)
  console.log(`── ${part.name}: ${counts.passed} passed${repeated}, ${counts.failed} failed${skipped}, ${seconds} s`)
  passed += counts.passed
  failed += counts.failed + counts.skipped
  failures.push(...counts.failures.map((failure) => `${part.name}: ${failure}`))
}

for (const row of rows) await Promise.all(row.map(runPart))
process.exitCode = failed ? 1 : 0
for (const failure of failures) console.log(`\n── Failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
