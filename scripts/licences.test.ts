import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Licences that only require their text beside the program (OFL: the fonts). */
const PERMISSIVE = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', 'OFL-1.1']

const isPermissive = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => each.split(/ and /i).every((part) => PERMISSIVE.includes(part)))

interface Locked {
  version?: string
  license?: string
  dev?: true
  link?: true
}

/** The packages of a running portal on any machine, with their licences: from the lockfile, so that nothing need be installed. */
function productionPackages(packages: Record<string, Locked>): { name: string; version: string; licence: string }[] {
  const used = Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  return used.map(([path, { version = '', license = 'none' }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    licence: license,
  }))
}

const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }

describe('licences (T66)', () => {
  it('of all that a running portal is made of are permissive', () => {
    const packages = productionPackages(locked)
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([])
  })

  it('are those that the installed packages state themselves', () => {
    const stated = productionPackages(locked).flatMap(({ name, version, licence }) => {
      const file = join(root, 'node_modules', name, 'package.json')
      const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string; license?: string }) : undefined
      return found?.version === version ? [[name, licence, found.license]] : []
    })
    expect(stated.length).toBeGreaterThan(100)
    expect(stated.filter(([, locked, own]) => locked !== own)).toEqual([])
  })

  it('are judged by every package that is not for building and testing alone', () => {
    const packages = productionPackages({
      '': { version: '1.0.0' },
      server: { version: '1.0.0' },
      'node_modules/server': { link: true },
      'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: '(MIT OR GPL-2.0)' },
      'node_modules/d': { version: '3.0.0', license: 'GPL-3.0-only', dev: true },
      'node_modules/e': { version: '4.0.0' },
      'node_modules/f': { version: '5.0.0', license: 'MIT and ISC' },
      'node_modules/g': { version: '6.0.0', license: 'MIT AND GPL-2.0' },
    })
    expect(packages.map(({ name, licence }) => [name, isPermissive(licence)])).toEqual([
      ['a', false],
      ['@b/c', true],
      ['e', false],
      ['f', true],
      ['g', false],
    ])
  })
})
