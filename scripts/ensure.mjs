// Lets a fresh clone run with one command: installs and builds what changed. It runs before anything is installed,
// so: plain JavaScript, no dependencies, Node 18 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pinnedNode = join(root, 'node_modules/.bin/node')

/** What is built into its folder `dist`, by the argument that asks for it. */
const BUILDS = {
  web: {
    says: 'Building the web …',
    sources: ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/build', 'contract/src', 'package-lock.json'],
  },
  server: {
    says: 'Building the server …',
    sources: ['server/src', 'server/demo', 'server/vite.config.ts', 'contract/src', 'package.json', 'package-lock.json'],
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

/** Says for what node_modules was installed. */
const INSTALLED = join(root, 'node_modules/.cache/visa-portal/installed')
/** Within the build, so that it is never said of another: what it was built from, and below that its own files. @param {Part} part */
const stampOf = (part) => join(root, part, 'dist/.stamp')

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
/** As a new file: folders that were copied may have it in common. @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, text)
  renameSync(aside, file)
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

const isInstalled = () => read(INSTALLED) === installHash()

/** The content decides; reading it all is spared where no file was touched. @param {Part} part */
function isBuilt(part) {
  const [stamp = '', ...own] = read(stampOf(part)).split('\n')
  const [content, traces] = stamp.split(' ')
  const files = sourcesOf(part)
  const now = tracesOf(files)
  if (traces === now) return true
  if (content !== contentOf(files)) return false
  try {
    write(stampOf(part), [`${content} ${now}`, ...own].join('\n'))
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
  write(INSTALLED, installHash())
}

/** Beside the build that is there, which a portal may be serving, and in its place once it is whole. @param {Part} part */
function build(part) {
  console.log(BUILDS[part].says)
  const files = sourcesOf(part)
  const stamp = `${contentOf(files)} ${tracesOf(files)}`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath
  run(node, [vite, 'build', part, '--outDir', 'dist.next', '--emptyOutDir', '--logLevel', 'warn'])
  const [dist, next, before] = ['dist', 'dist.next', 'dist.before'].map((name) => join(root, part, name))
  const own = filesBelow(`${part}/dist.next`).map((file) => file.slice(`${part}/dist.next/`.length))
  const [, ...kept] = read(stampOf(part)).split('\n')
  keepFiles(kept, dist, next)
  write(join(next, '.stamp'), [stamp, ...own].join('\n'))
  rmSync(before, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, before)
  renameSync(next, dist)
  rmSync(before, { recursive: true, force: true })
}

/**
 * Keeps the files of the build before: pages that are open, and a portal that still runs, ask for them by their names.
 * @param {string[]} files @param {string} from @param {string} to
 */
function keepFiles(files, from, to) {
  for (const file of files) {
    if (existsSync(join(to, file)) || !existsSync(join(from, file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(from, file), join(to, file))
  }
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
