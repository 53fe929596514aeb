import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** The newest commits, so that a history of many years takes only a moment. */
const MAX_COMMITS = 20_000
/** Names of files with secrets; `.env.example` has none. */
const SECRET_FILE = /(^|\/)(\.env(\.(?!example$)[\w.]+)?|id_(rsa|dsa|ecdsa|ed25519)|[^/]+\.(pem|key|p12|pfx|jks|keystore))$/
/** The known forms of secrets. */
const RECOGNISED = new RegExp(
  [
    '-----BEGIN [A-Z ]*PRIVATE KEY',
    '\\bAKIA[0-9A-Z]{16}\\b',
    '\\bgh[opsu]_[A-Za-z0-9]{30,}',
    '\\bgithub_pat_\\w{30,}',
    '\\bglpat-[\\w-]{20,}',
    '\\bnpm_[A-Za-z0-9]{36}',
    '\\bxox[abeprs]-[\\w-]{10,}',
    '\\b[rs]k_live_\\w{16,}',
    '\\bAIza[\\w-]{35}',
    '\\bGOCSPX-[\\w-]{20,}',
    '\\beyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}',
    '\\b\\w+://[^\\s:/@"\'`$]+:[^\\s:/@"\'`$]{12,}@',
  ].join('|'),
)
/** A telling name with a value. */
const NAMED =
  /(?:passw|secret|token|api[_-]?key|master_?key|credential|private[_-]?key)\w*["']?\s*[:=]\s*["'`]?([\w+/=-]{16,})(?=["'`\s,;]|$)/gi
const LITERAL = /(?<=["'`=:\s]|^)[\w+/-]{32,}={0,2}(?=["'`\s,;]|$)/g
/** Made-up values and pictures. */
const KNOWN = ['a-long-password-', '3mZ0u0rB8n2hQyq0', 'iVBORw0KGgo', '/9j/4AAQSkZJRg']

/** Bits a character. */
function entropyOf(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  return [...counts.values()].reduce((sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length), 0)
}

const isRandom = (value: string): boolean =>
  !KNOWN.some((known) => value.startsWith(known)) && (/^[0-9a-f]{32,}$/i.test(value) ? entropyOf(value) > 3 : entropyOf(value) >= 3.95)
/** A value without a telling name must look like base64: capitals, small letters and digits. */
const isBase64 = (value: string): boolean => /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) && entropyOf(value) >= 4.5

/** Why a line looks like a secret; undefined when it does not. */
function suspicionOf(line: string): string | undefined {
  if (RECOGNISED.test(line)) return 'a key or a token'
  if ([...line.matchAll(NAMED)].some(([, value = '']) => isRandom(value))) return 'a random value of a telling name'
  if ([...line.matchAll(LITERAL)].some(([value]) => isRandom(value) && isBase64(value))) return 'a long random value'
  return undefined
}

/** The suspicious lines that these commits added, by file, and how many lines they have. */
async function suspiciousIn(log: AsyncIterable<string> | string[]) {
  const found = new Set<string>()
  let [commit, file, lines] = ['', '', 0]
  for await (const line of log) {
    if (line.startsWith('commit ')) commit = line
    const [, added] = /^\+\+\+ (?:b\/)?(.*?)\t?$/.exec(line) ?? []
    if (added !== undefined) file = added
    const why = added !== undefined && SECRET_FILE.test(added) ? 'a file of secrets' : undefined
    // Checksums of packages look random.
    const said = added === undefined && line.startsWith('+') && file !== 'package-lock.json' ? suspicionOf(line.slice(1)) : undefined
    lines++
    if (why ?? said) found.add(`${commit}: ${file}: ${why ?? said}`)
  }
  return { found: [...found], lines }
}

const OPTIONS = ['--all', `--max-count=${MAX_COMMITS}`, '-p', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--format=commit %h']
const hasHistory = spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: ROOT }).status === 0

function history(): AsyncIterable<string> {
  const git = spawn('git', ['-c', 'core.quotePath=false', 'log', ...OPTIONS], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  return createInterface({ input: git.stdout, crlfDelay: Number.POSITIVE_INFINITY })
}

/** Put together here, so that this file itself contains none. */
const random = (bytes: number) => randomBytes(bytes).toString('base64url').replace(/[-_]/g, 'x')
const SECRETS: [string, string, string][] = [
  ['a private key', 'notes.txt', `-----BEGIN EC ${'PRIVATE KEY'}-----`],
  ['a cloud key', 'notes.txt', `key ${'AKIA'}ABCDEFGHIJKLMNOP`],
  ['an address with a password', 'notes.txt', `postgresql://portal:${random(12)}@db.example/portal`],
  ['a password', 'settings.ts', `const admin_password = '${random(24)}'`],
  ['a master key', 'start.sh', `MASTER_KEY=${randomBytes(32).toString('hex')}`],
  ['a token without a name', 'call.ts', `send('${random(60)}')`],
  ['a file of settings', '.env', 'PORT=3000'],
  ['a file of a key', 'tls/server.key', 'nothing'],
]

describe('secrets in the history (T66)', () => {
  it.each(SECRETS)('%s is found', async (_, file, line) => {
    const commits = ['commit 1', '--- /dev/null', `+++ b/${file}`, '@@ -0,0 +1 @@', `+${line}`, 'commit 2', '+++ b/README.md', '+words']
    expect((await suspiciousIn(commits)).found).toEqual([expect.stringContaining(`commit 1: ${file}: `)])
  })

  it('there is none, as far back as the history is here', async () => {
    const { found, lines } = await suspiciousIn(hasHistory ? history() : [])
    console.log(hasHistory ? `${lines} lines of the history` : 'no history here: nothing to look through')
    expect(found).toEqual([])
    expect(lines > 0).toBe(hasHistory)
  })
})
