import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = JSON.stringify(join(import.meta.dirname, 'memory.ts'))

/** What a process of its own is given, and ends with. */
function given(): { folder: string; was: boolean } {
  const script = `import { existsSync } from 'node:fs'; import { folderInMemory } from ${MODULE}
    const folder = folderInMemory(); console.log(JSON.stringify({ folder: folder ?? '', was: existsSync(folder ?? '') }))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
}

it('is there for one run, which removes what a killed one of the days before left', () => {
  const { folder, was } = given()
  expect(was).toBe(folder !== '')
  expect(existsSync(folder)).toBe(false)
  // This machine has no room in memory.
  if (folder === '') return
  const [left, running] = ['left', 'running'].map((name) => join(dirname(folder), `visa-portal-tests-${name}-${process.pid}`)) as [
    string,
    string,
  ]
  for (const path of [left, running]) mkdirSync(path)
  const before = Date.now() / 1_000 - 2 * 86_400
  utimesSync(left, before, before)
  given()
  expect([existsSync(left), existsSync(running)]).toEqual([false, true])
  rmSync(running, { recursive: true })
})
