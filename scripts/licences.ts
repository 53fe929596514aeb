import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Package {
  name: string
  version: string
  licence: string
}

interface Locked {
  version?: string
  license?: string
  dev?: true
  link?: true
}

/** The packages of a running portal on any platform, with their licences, read from the lockfile. */
export function productionPackages(lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')): Package[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, Locked> }
  const used = Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  return used
    .map(([path, { version = '', license = 'none' }]) => ({ name: path.replace(/^.*node_modules\//, ''), version, licence: license }))
    .toSorted((one, other) => one.licence.localeCompare(other.licence) || one.name.localeCompare(other.name))
}

// npm run licences
if (import.meta.main) {
  for (const { licence, name, version } of productionPackages()) console.log(`${licence.padEnd(18)} ${name} ${version}`)
}
