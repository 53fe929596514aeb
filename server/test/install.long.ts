import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRelease, releaseName } from '../../scripts/release.ts'
import { canConfine, confined, DATA } from '../../test/confined.ts'
import { freshDatabase } from '../../test/database.ts'
import { broughtFromDebian } from '../../test/debian.ts'
import { startServer } from '../../test/serverProcess.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

function ran(command: string, args: string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env })
  if (error) throw new Error(`${command} is needed for npm run trust -- install: ${error.message}`)
  return `${status} ${stdout}${stderr}`
}

// npm run trust -- install
describe('an installation', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'install-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

  it('by systemd has a unit that systemd reads without a word, and that confines the portal', () => {
    const unit = readFileSync(join(DEPLOY, 'visa-portal.service'), 'utf8').replace('/usr/bin/node', process.execPath)
    const file = join(folder, 'visa-portal.service')
    writeFileSync(file, unit)
    expect(ran('systemd-analyze', ['verify', '--man=no', file])).toBe('0 ')
    writeFileSync(file, unit.replace('Restart=always', 'Restart=sometimes'))
    expect(ran('systemd-analyze', ['verify', '--man=no', file])).toContain('sometimes')
    writeFileSync(file, unit)
    expect(ran('systemd-analyze', ['security', '--offline=true', '--threshold=25', file])).toMatch(/^0 /)
  })

  it('behind Caddy has a file that Caddy takes', () => {
    const caddy = join(broughtFromDebian('caddy'), 'usr/bin/caddy')
    const env = { ...process.env, DOMAIN: 'portal.example', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    expect(ran(caddy, ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')], env)).toContain('Valid configuration')
  })

  it('gives root’s commands the settings, the key, the folder and the user of the service', () => {
    if (process.getuid?.() !== 0) throw new Error('Only root may become another user.')
    const settings = join(folder, 'env')
    writeFileSync(
      settings,
      `MASTER_KEY=${'ab'.repeat(32)}\nMAIL_FROM=Visa Portal <portal@company.example>\nSERVICE_USER=nobody\nSERVICE_GROUP=nogroup\n`,
      {
        mode: 0o600,
      },
    )
    const told =
      '({ uid: process.getuid(), gid: process.getgid(), groups: process.getgroups(), from: process.env.MAIL_FROM, key: process.env.MASTER_KEY?.length, folder: process.env.DATA_DIR })'
    const args = [`--env-file=${settings}`, '--import', join(DEPLOY, 'as-service.mjs'), '--print', `JSON.stringify(${told})`]
    const [status, json = ''] = ran(process.execPath, args, { PATH: process.env.PATH }).split(/ (.*)/s)
    expect(status).toBe('0')
    const { uid, gid, groups, ...rest } = JSON.parse(json)
    expect([uid, gid, groups]).toEqual([65_534, expect.any(Number), [gid]])
    expect(gid).not.toBe(0)
    expect(rest).toEqual({ from: 'Visa Portal <portal@company.example>', key: 64, folder: '/var/lib/visa-portal' })
  })

  it('of a release in a chroot, as the image has it, runs as nobody on a read-only root, of Node and that alone', {
    timeout: 300_000,
  }, async () => {
    if (!canConfine()) throw new Error('Only root on Linux may mount what this needs.')
    const file = await makeRelease(folder)
    const [image, data] = [join(folder, 'image'), join(folder, 'data')]
    mkdirSync(join(image, dirname(process.execPath)), { recursive: true })
    mkdirSync(data)
    expect(ran('tar', ['-xzf', file, '-C', image])).toBe('0 ')
    // Where the script finds it below the root of the image.
    cpSync(process.execPath, join(image, process.execPath))
    chmodSync(folder, 0o755)
    chownSync(data, 65_534, 65_534)
    const database = await freshDatabase()
    // The socket of the tests' database is for its owner, who is nobody too, but lies in a folder of ours.
    const socket = new URL(database.url).searchParams.get('host') ?? ''
    chmodSync(dirname(socket), 0o711)
    const settings = { DATA_DIR: DATA, DATABASE_URL: database.url, TMPDIR: '/tmp' }
    const server = await startServer(settings, confined(data, image), join(image, releaseName(), 'server/dist/main.js'))
    try {
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
      expect([/^Uid:\t(\d+)/m.exec(status)?.[1], /^CapPrm:\t(\w+)/m.exec(status)?.[1]]).toEqual(['65534', '0000000000000000'])
      expect(server.output()).not.toMatch(/"level":"(error|fatal)"|EROFS|EACCES/)
    } finally {
      await server.end('SIGTERM')
      await database.drop()
    }
  })
})
