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
const webSources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/sharedFiles.ts',
  'contract/src',
  'package-lock.json',
]

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

const installHash = () => sha(readFileSync(join(root, 'package-lock.json')), process.platform, process.arch)
const webHash = () => {
  const files = webSources.flatMap(filesBelow).filter((file) => !file.includes('.test.'))
  return sha(...files.map((file) => `${file} ${sha(readFileSync(join(root, file)))}\n`))
}

/** @param {string} name */
const stampFile = (name) => join(root, 'node_modules/.cache/visa-portal', name)
/** @param {string} name @param {string} hash */
const isDone = (name, hash) => existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash
/** @param {string} name @param {string} hash */
function setDone(name, hash) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), hash)
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

const isInstalled = () => isDone('installed', installHash())
const isBuilt = () => isDone('web', webHash()) && existsSync(join(root, 'web/dist/index.html'))

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
  setDone('installed', installHash())
}

function buildWeb() {
  console.log('Building the web …')
  const hash = webHash()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  run(existsSync(pinnedNode) ? pinnedNode : process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'])
  setDone('web', hash)
}

const web = process.argv.includes('--web')

function ensure() {
  if (!isInstalled()) install()
  if (web && !isBuilt()) buildWeb()
}

try {
  if (!isInstalled() || (web && !isBuilt())) {
    withLock(join(root, '.ensure.lock'), ensure, () => console.log('Waiting for another start to finish installing …'))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
