import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** Builds as Vite does: names the files by their content, first writes the page and then what it names. */
const VITE = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const [, , , part, , to] = process.argv
const folder = part + '/' + to
appendFileSync('log', part + ' ')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder + '/assets', { recursive: true })
const text = readFileSync('web/src/page.ts', 'utf8').trim()
writeFileSync(folder + '/index.html', text)
if (text === 'broken') process.exit(1)
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, text === 'slow' ? 300 : 0)
writeFileSync(folder + '/assets/' + text + '.js', '')
writeFileSync(folder + '/assets/same.js', '')`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ensure-'))
  prepare(root)
})
afterEach(() => rmSync(root, { recursive: true }))

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function prepare(folder: string): void {
  for (const name of ['ensure.mjs', 'lock.mjs']) put(join(folder, 'scripts', name), readFileSync(join(import.meta.dirname, name), 'utf8'))
  put(join(folder, 'node_modules/vite/bin/vite.js'), VITE)
  put(join(folder, 'node_modules/vite/package.json'), '{ "type": "module" }')
  put(join(folder, 'package-lock.json'), '{}')
  const installed = createHash('sha256').update('{}').update(process.platform).update(process.arch).digest('hex')
  put(join(folder, 'node_modules/.cache/visa-portal/installed'), installed)
  change('first', folder)
}

const change = (text: string, folder = root) => put(join(folder, 'web/src/page.ts'), text)
const ensure = (folder = root) => spawnSync(process.execPath, ['scripts/ensure.mjs', '--web'], { cwd: folder, encoding: 'utf8' }).status
const builds = () => readFileSync(join(root, 'log'), 'utf8').trim().split(' ').length
const page = (folder = root) => readFileSync(join(folder, 'web/dist/index.html'), 'utf8')
const assets = () => readdirSync(join(root, 'web/dist/assets')).sort()

it('builds what changed, once', () => {
  expect(ensure()).toBe(0)
  expect(ensure()).toBe(0)
  expect([page(), builds()]).toEqual(['first', 1])
  change('second')
  expect(ensure()).toBe(0)
  change('second')
  expect(ensure()).toBe(0)
  expect([page(), builds()]).toEqual(['second', 2])
  expect(readdirSync(join(root, 'web')).sort()).toEqual(['dist', 'src'])
})

it('leaves the build that is there until the next one is whole', async () => {
  ensure()
  change('broken')
  expect(ensure()).toBe(1)
  expect([page(), assets()]).toEqual(['first', ['first.js', 'same.js']])
  change('first')
  expect(ensure()).toBe(0)
  expect([page(), assets()]).toEqual(['first', ['first.js', 'same.js']])
  change('slow')
  const building = spawn(process.execPath, ['scripts/ensure.mjs', '--web'], { cwd: root, stdio: 'ignore' })
  const ended = once(building, 'exit')
  while (!existsSync(join(root, 'web/dist.next/index.html'))) await new Promise((resolve) => setTimeout(resolve, 5))
  expect([page(), assets()]).toEqual(['first', ['first.js', 'same.js']])
  await ended
  expect([page(), assets()]).toEqual(['slow', ['first.js', 'same.js', 'slow.js']])
})

it('keeps the files that an open page names for one more build', () => {
  for (const text of ['first', 'second', 'third']) {
    change(text)
    ensure()
  }
  expect(assets()).toEqual(['same.js', 'second.js', 'third.js'])
})

it('takes no build for its own that another folder made', () => {
  ensure()
  // As `cp -al` copies: the dependencies are the same files, the sources and the build are not.
  const other = mkdtempSync(join(tmpdir(), 'ensure-'))
  prepare(other)
  const cache = 'node_modules/.cache/visa-portal'
  rmSync(join(other, cache, 'installed'))
  for (const name of readdirSync(join(root, cache))) linkSync(join(root, cache, name), join(other, cache, name))
  cpSync(join(root, 'web/dist'), join(other, 'web/dist'), { recursive: true })
  change('second', other)
  ensure(other)
  change('second')
  expect(page()).toBe('first')
  expect(ensure()).toBe(0)
  expect([page(), page(other)]).toEqual(['second', 'second'])
  rmSync(other, { recursive: true })
})
