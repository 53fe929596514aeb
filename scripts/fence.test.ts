import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
mkdirSync(results, { recursive: true })
// Not in the temporary folder: biome reads nothing below node_modules.
const place = mkdtempSync(join(results, 'fence-'))
afterAll(() => rmSync(place, { recursive: true }))

/** The settings name it, and lint reads nothing without it. */
const PLUGIN = 'server/assignedFunctions.grit'

/** Writes files with one import each; answers those that lint refuses. */
function refused(imports: Record<string, string>): string[] {
  const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object
  writeFileSync(join(place, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }))
  cpSync(join(root, PLUGIN), join(place, PLUGIN))
  for (const [file, from] of Object.entries(imports)) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), `import { planted } from '${from}'\n\nexport const used = planted\n`)
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--only=noRestrictedImports', '--reporter=json', '.'], {
    cwd: place,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  return diagnostics.map(({ location }) => location.path).sort()
}

it('lint refuses imports of rooms above and of nouns that a room must not know', () => {
  const bad = {
    'web/src/users/a.ts': '../journal/JournalCsv.tsx',
    'web/src/users/b.ts': '../a-noun-of-tomorrow/Screen.tsx',
    'web/src/users/c.ts': '../routes.tsx',
    'web/src/users/deep/d.ts': '../../journal/JournalCsv.tsx',
    'web/src/layout/e.ts': '../users/UserCard.tsx',
    'web/src/ui/f.ts': '../panels/JournalLink.tsx',
    'web/src/ui/signs/g.ts': '../../panels/JournalLink.tsx',
    'web/src/api/h.ts': '../ui/Page.tsx',
    'web/src/feedback/i.ts': '../api/send.ts',
    'web/src/users/j.ts': '../../../server/src/app.ts',
    'web/src/users/k.ts': '../../test/given.ts',
    'server/src/users/a.ts': '../companies/routes.ts',
    'server/src/users/b.ts': '../privacy/erase.ts',
    'server/src/users/queries.ts': '../backup/dump.ts',
    'server/src/users/c.ts': '../commands/portal.ts',
    'server/src/users/d.ts': '../../../test/given.ts',
    'server/src/users/e.ts': '../../demo/fill.ts',
    'server/src/visibility/f.ts': '../applications/queries.ts',
    'server/src/keys/g.ts': '../auth/sessions.ts',
    'server/src/files/h.ts': '../documents/queries.ts',
    'server/src/files/inside/i.ts': '../../documents/queries.ts',
    'server/src/openapi/j.ts': '../users/queries.ts',
    'server/src/db/k.ts': '../http/list.ts',
    'server/src/http/l.ts': '../auth/sessions.ts',
  }
  const good = {
    'web/src/users/l.ts': '../panels/JournalLink.tsx',
    'web/src/users/deep/m.ts': '../../ui/signs/Tag.tsx',
    'web/src/users/deep/n.ts': '../UserCard.tsx',
    'web/src/ui/signs/o.ts': '../states/EmptyState.tsx',
    'web/src/api/p.ts': '../feedback/toast.tsx',
    'web/src/users/p.test.ts': '../../test/given.ts',
    'server/src/users/m.ts': '../companies/queries.ts',
    'server/src/users/n.test.ts': '../../../test/given.ts',
    'server/src/visibility/o.ts': '../http/session.ts',
    'server/src/files/inside/p.ts': '../../keys/encryption.ts',
    'server/src/privacy/q.ts': '../applications/queries.ts',
  }
  expect(refused({ ...bad, ...good })).toEqual(Object.keys(bad).sort())
})
