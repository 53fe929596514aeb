// Lets a fresh clone run with one command: installs and builds what changed. It runs before anything is installed,
// so: plain JavaScript, no dependencies, Node 18 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pinnedNode = join(root, 'node_modules/.bin/node')

/** What is built, by the argument that asks for it. */
const BUILDS = {
  web: {
    says: 'Building the web …',
    sources: ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/build', 'contract/src', 'package-lock.json'],
    made: 'web/dist/index.html',
  },
  server: {
    says: 'Building the server …',
    sources: ['server/src', 'server/demo', 'server/vite.config.ts', 'contract/src', 'package.json', 'package-lock.json'],
    made: 'server/dist/main.js',
  },
}
/** @typedef {keyof typeof BUILDS} Part */

/** @param {...(string | Buffer)} parts */
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const at = join(root, path)
  if (!existsSync(at)) return []
  if (!statSync(at).isDirectory()) return [path]
  return readdirSync(at)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

/** @param {Part} part */
const sourcesOf = (part) => BUILDS[part].sources.flatMap(filesBelow).filter((file) => !file.includes('.test.'))
/** @param {string[]} files */
const contentOf = (files) => sha(...files.map((file) => `${file} ${sha(readFileSync(join(root, file)))}\n`))

/** As git does: a file whose number, size and times are the same has not changed. @param {string[]} files */
const tracesOf = (files) =>
  sha(
    ...files.map((file) => {
      const { ino, size, mtimeNs, ctimeNs } = statSync(join(root, file), { bigint: true })
      return `${file} ${ino} ${size} ${mtimeNs} ${ctimeNs}\n`
    }),
  )

const installHash = () => sha(readFileSync(join(root, 'package-lock.json')), process.platform, process.arch)

/** @param {string} name */
const stampFile = (name) => join(root, 'node_modules/.cache/visa-portal', name)
/** @param {string} name */
const stampOf = (name) => (existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : '')
/** @param {string} name @param {string} stamp */
function setStamp(name, stamp) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), stamp)
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: '' } })
  if (status !== 0) throw new Error(error?.message ?? `${[command, ...args].join(' ')} failed, see above.`)
}

/** The npm that runs us under the Node that runs it: through PATH it would be node_modules/.bin/node, which npm ci deletes. @param {...string} args */
function npm(...args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error']
  if (cli && node) run(node, [cli, ...quiet])
  else run('npm', quiet)
}

const isInstalled = () => stampOf('installed') === installHash()

/** The content decides; reading it all is spared where no file was touched. @param {Part} part */
function isBuilt(part) {
  if (!existsSync(join(root, BUILDS[part].made))) return false
  const [content, traces] = stampOf(part).split(' ')
  const files = sourcesOf(part)
  const now = tracesOf(files)
  if (traces === now) return true
  if (content !== contentOf(files)) return false
  try {
    setStamp(part, `${content} ${now}`)
  } catch {
    // A read-only folder: the next start reads all files again.
  }
  return true
}

function install() {
  console.log('Installing dependencies (npm ci) …')
  npm('ci', '--include=dev', '--include=optional')
  // npm 10 does not link the bin of the platform's Node package at first.
  if (!existsSync(pinnedNode)) npm('rebuild')
  if (existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status !== 0) {
    // Left there, it would be found first by the next start and fail without a sentence.
    rmSync(pinnedNode)
    throw new Error(
      'The Node that npm installed cannot run on this system: it needs glibc, which Alpine and other musl systems do not have.',
    )
  }
  setStamp('installed', installHash())
}

/** @param {Part} part */
function build(part) {
  console.log(BUILDS[part].says)
  const files = sourcesOf(part)
  const stamp = `${contentOf(files)} ${tracesOf(files)}`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  run(existsSync(pinnedNode) ? pinnedNode : process.execPath, [vite, 'build', part, '--logLevel', 'warn'])
  setStamp(part, stamp)
}

const wanted = /** @type {Part[]} */ (Object.keys(BUILDS)).filter((part) => process.argv.includes(`--${part}`))
const isReady = () => isInstalled() && wanted.every(isBuilt)

function ensure() {
  if (!isInstalled()) install()
  for (const part of wanted) if (!isBuilt(part)) build(part)
}

try {
  if (!isReady()) {
    withLock(join(root, '.ensure.lock'), ensure, () => console.log('Waiting for another start to finish installing …'))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
