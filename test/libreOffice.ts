import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const PACKAGE = 'libreoffice-calc-nogui'
const HOME = join(import.meta.dirname, '../node_modules/.cache/libreoffice')
const ROOT = join(HOME, 'root')
const PROGRAM = join(ROOT, 'usr/lib/libreoffice/program')
/** It begins anew once it has made its profile. */
const STARTS = 3

function ran(command: string, args: string[], cwd: string, env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status === 0) return stdout
  throw new Error(`LibreOffice comes from Debian (apt-get update, apt-get download ${PACKAGE}), but ${command} failed: ${error ?? stderr}`)
}

/** The program with what it needs beyond this machine, unpacked into the cache. */
function bring(): void {
  if (existsSync(PROGRAM)) return
  const within = join(HOME, 'unpacking')
  rmSync(within, { recursive: true, force: true })
  mkdirSync(join(within, 'debs'), { recursive: true })
  const planned = ran('apt-get', ['install', '-s', '--no-install-recommends', PACKAGE], within)
  const names = [...planned.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  ran('apt-get', ['download', ...names], join(within, 'debs'))
  for (const deb of readdirSync(join(within, 'debs'))) ran('dpkg-deb', ['-x', join('debs', deb), 'root'], within)
  renameSync(join(within, 'root'), ROOT)
  rmSync(within, { recursive: true })
  settle()
}

/** What Debian puts into /usr and /etc stands in the cache, and so do the links and addresses to it. */
function settle(): void {
  const share = join(ROOT, 'usr/lib/libreoffice/share')
  for (const path of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
    const link = join(ROOT, path)
    if (!lstatSync(link).isSymbolicLink() || !readlinkSync(link).startsWith('/')) continue
    const target = readlinkSync(link)
    rmSync(link)
    symlinkSync(join(ROOT, target), link)
  }
  for (const name of readdirSync(PROGRAM).filter((each) => each.endsWith('rc'))) {
    const text = readFileSync(join(PROGRAM, name), 'utf8')
    const settled = text
      .replaceAll('file:///usr/lib/libreoffice', `file://${ROOT}/usr/lib/libreoffice`)
      .replaceAll('file:///etc/libreoffice/registry', `file://${share}/.registry`)
    writeFileSync(join(PROGRAM, name), settled)
  }
}

/** The bytes of an XLSX, opened and saved by LibreOffice. */
export function savedByLibreOffice(bytes: Buffer): Buffer {
  mkdirSync(HOME, { recursive: true })
  bring()
  const folder = mkdtempSync(join(HOME, 'saving-'))
  try {
    const [given, out] = [join(folder, 'given.xlsx'), join(folder, 'out')]
    writeFileSync(given, bytes)
    const libraries = [PROGRAM, ...['x86_64', 'aarch64'].map((machine) => join(ROOT, `usr/lib/${machine}-linux-gnu`))]
    const env = { ...process.env, HOME: folder, LD_LIBRARY_PATH: libraries.join(':') }
    const args = [`-env:UserInstallation=file://${join(HOME, 'profile')}`, '--headless', '--convert-to', 'xlsx', '--outdir', out, given]
    for (let start = 0; start < STARTS && !existsSync(join(out, 'given.xlsx')); start++)
      spawnSync(join(PROGRAM, 'soffice.bin'), args, { cwd: folder, env })
    return readFileSync(join(out, 'given.xlsx'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
