import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { billOfMaterials, licencesOf } from './billOfMaterials.ts'
import { type Locked, packagesBelow } from './lockedPackages.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The packages that the bundle leaves where they are (server/vite.config.ts). */
const APART = ['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'unpdf']
/** The process that looks into files is no bundle. */
const INSPECTION = ['server/src/files/inside/main.ts', 'server/src/files/inside/watchdog.ts']
const BESIDE = [
  'server/package.json',
  'server/src/db/migrations',
  'docs/operations.md',
  'docs/alerts.yml',
  'docs/dashboard.json',
  'docs/decisions',
]
const ALSO = ['.env.example', 'CHANGELOG.md', 'deploy']
/** What of them is packed where no git says what belongs to the tree: beside these, operators keep secrets. */
const KNOWN = [
  /^(server\/package\.json|\.env\.example|CHANGELOG\.md)$/,
  /^server\/src\/db\/migrations\/(\w+\.sql|meta\/\w+\.json)$/,
  /^docs\/(operations\.md|alerts\.yml|dashboard\.json|decisions\/\d{3}-[\w-]+\.md)$/,
  /^deploy\/(Caddyfile|Dockerfile|as-service\.mjs|haproxy\.cfg|compose\.yml|kubernetes\.yaml|objects\.example\.json|visa-portal\.service)$/,
]

interface Entry {
  /** In the release. */
  path: string
  from: { file: string } | { text: string }
}

function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (!lstatSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

export const knownFiles = (): string[] => [...BESIDE, ...ALSO].flatMap(filesBelow).filter((file) => KNOWN.some((known) => known.test(file)))

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/** What is packed of the tree as it is: never what merely lies there. */
export function treeFiles(): string[] {
  const { status, stdout } = git('ls-files', '-z', '--', ...BESIDE, ...ALSO)
  const files = status === 0 ? stdout.split('\0').filter((file) => file !== '') : []
  return files.length > 0 ? files : knownFiles()
}

/** Of which commit the tree is. A changed file, or a new one, may be in what was built of it. */
function commitOf(): string {
  const [head, changes] = [git('rev-parse', 'HEAD'), git('status', '--porcelain')]
  if (head.status !== 0 || changes.status !== 0) return 'unknown'
  return changes.stdout === '' ? head.stdout.trim() : `not of a commit: ${head.stdout.trim()} with changes`
}

/** What the last build made: pages that were open before it ask for older files, a release has none. */
const builtIn = (dist: string): string[] => {
  const [, ...own] = read(`${dist}/.stamp`).split('\n')
  return own.map((file) => `${dist}/${file}`).sort()
}

/** What a source imports when it runs: types are taken away. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/^(?:import|export) (?!type )[^;'"]*?from '([^']+)'/gm)].map(([, path = '']) => path)

/** Sources that run as they are, with those that they import. */
export function sourcesFrom(files: string[], known = new Set<string>()): string[] {
  for (const file of files) {
    if (known.has(file)) continue
    known.add(file)
    const near = importsOf(file).filter((path) => path.startsWith('.'))
    sourcesFrom(
      near.map((path) => join(dirname(file), path)),
      known,
    )
  }
  return [...known].sort()
}

/** The packages that sources import, without Node's own. */
export const packagesOf = (sources: string[]): string[] => {
  const far = sources.flatMap(importsOf).filter((path) => !/^(\.|node:)/.test(path))
  return [...new Set(far.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path))].sort()
}

/** Neither maps nor types nor sources of others are read by a running program. */
const isRead = (file: string): boolean =>
  !/\.(map|d\.[cm]?ts|tsbuildinfo|md|markdown)$|\/(test|tests|example|examples|\.github)\//i.test(file)

const packages = (): Record<string, Locked> => (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages

/** The folders in node_modules that a release has. */
export function releasedPackages(): string[] {
  const names = [...APART, ...packagesOf(sourcesFrom(INSPECTION))]
  const paths = packagesBelow(
    packages(),
    names.map((name) => `node_modules/${name}`),
  )
  return paths.filter((path) => existsSync(join(root, path)))
}

const manifest = (): string => {
  const { name, version, license, type } = JSON.parse(read('package.json')) as Record<string, string>
  const scripts = {
    start: 'exec env MALLOC_ARENA_MAX=2 node --max-semi-space-size=8 --max-old-space-size=768 server/dist/main.js',
    portal: 'exec node server/dist/portal.js',
  }
  return `${JSON.stringify({ name, version, commit: commitOf(), license, private: true, type, engines: { node: '>=24' }, scripts }, null, 2)}\n`
}

const README = `# Visa portal

Needs Node 24 and PostgreSQL 15 or newer, and nothing else: no registry, no other program.

    DATABASE_URL=postgresql://portal:secret@db.example:5432/portal DATA_DIR=/var/lib/visa-portal \\
      MALLOC_ARENA_MAX=2 node --max-semi-space-size=8 --max-old-space-size=768 server/dist/main.js

    node server/dist/portal.js --help      the operator's commands, written there as npm run portal --

docs/operations.md says how to run it, .env.example lists the settings, deploy/ has a unit of systemd, an image and examples.
LICENSES.txt and sbom.cdx.json say what it is made of.
`

/** Everything in a release but what is asked of npm; \`web\` and \`server\` must be built. */
function planRelease(): Entry[] {
  const files = [
    ...builtIn('server/dist').filter((file) => !file.endsWith('/demo.js')),
    ...builtIn('web/dist'),
    ...sourcesFrom(INSPECTION),
    ...treeFiles(),
    ...releasedPackages().flatMap(filesBelow).filter(isRead),
  ]
  const copied = [...new Set(files)].sort().map((file) => ({ path: file, from: { file } }))
  return [{ path: 'package.json', from: { text: manifest() } }, { path: 'README.md', from: { text: README } }, ...copied]
}

export const releaseName = (): string => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  return `visa-portal-${version}-${process.platform}-${process.arch}`
}

/** The same bytes for the same commit. */
const commitTime = (): Date => {
  const { stdout } = git('log', '-1', '--format=%ct')
  return new Date((Number(process.env.SOURCE_DATE_EPOCH) || Number(stdout) || 0) * 1_000)
}

async function write(file: string, entries: Entry[]): Promise<void> {
  const tar = pack()
  const mtime = commitTime()
  const written = pipeline(tar, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(file))
  for (const { path, from } of entries) {
    const content = 'text' in from ? Buffer.from(from.text) : readFileSync(join(root, from.file))
    const mode = path.endsWith('.node') ? 0o755 : 0o644
    tar.entry({ name: `${releaseName()}/${path}`, mtime, mode, uid: 0, gid: 0, size: content.length }, content)
  }
  tar.finalize()
  await written
}

/** Of what is built. Answers the file. */
export async function makeRelease(folder = join(root, 'release')): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const bill = billOfMaterials()
  const licences = { path: 'LICENSES.txt', from: { text: licencesOf(bill) } }
  const sbom = { path: 'sbom.cdx.json', from: { text: `${JSON.stringify(bill, null, 2)}\n` } }
  const file = join(folder, `${releaseName()}.tar.gz`)
  await write(file, [...planRelease(), licences, sbom])
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${releaseName()}.tar.gz\n`)
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom.from.text)
  return file
}

export async function make(): Promise<void> {
  const built = spawnSync(process.execPath, [join(root, 'scripts/ensure.mjs'), '--web', '--server'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The release was not made, because web and server could not be built.')
  const file = await makeRelease()
  console.log(`${relative(root, file)}, ${(lstatSync(file).size / 1e6).toFixed(1)} MB`)
}
