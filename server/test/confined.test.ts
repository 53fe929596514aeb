import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument, login, pathOf, uploadDocument } from 'contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canConfine, confined, DATA } from '../../test/confined.ts'
import { PDF } from '../../test/files.ts'
import { freePort } from '../../test/ports.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'

const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }
const metricsPort = await freePort()
const first = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, METRICS_PORT: String(metricsPort) }
const UPLOAD = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }

let folder: string
let server: ServerProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confined-'))
})
afterEach(async () => {
  await server?.end('SIGKILL')
  chmodSync(folder, 0o700)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Stores a document and reads it back, at a first start and at the next one. */
async function storeAndRead(start: () => Promise<ServerProcess>) {
  let id = ''
  for (const round of ['first', 'second']) {
    server = await start()
    const administrator = client(server.origin)
    await administrator.send(login, { body: ADMIN })
    if (round === 'first') id = ((await (await administrator.raw(uploadDocument, PDF, UPLOAD)).json()) as { id: string }).id
    expect(await administrator.bytes(pathOf(getDocument, { id }))).toEqual(PDF)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await metrics.text()).toMatch(/^portal_database_up 1$/m)
    expect(server.output()).not.toMatch(/"level":"(error|fatal)"|EROFS|EACCES/)
    if (canConfine()) expect(rightsOf(server)).toEqual({ user: '65534', rights: '0000000000000000' })
    expect(await server.end('SIGTERM')).toBe(0)
  }
}

/** As the kernel reports it. */
function rightsOf({ child }: ServerProcess) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return { user: /^Uid:\t(\d+)/m.exec(status)?.[1], rights: /^CapPrm:\t(\w+)/m.exec(status)?.[1] }
}

describe('the server in a container image (T66)', () => {
  if (canConfine()) {
    it('runs as nobody on a read-only root with its own database, and writes to the data directory alone', {
      timeout: 120_000,
    }, async () => {
      chownSync(folder, 65_534, 65_534)
      await storeAndRead(() => startServer({ DATA_DIR: DATA, TMPDIR: '/tmp', ...first }, confined(folder)))
      const written = readdirSync(folder).sort()
      // The mail of the second sign-in, if it was written before the end.
      expect(written.filter((name) => name !== 'outbox')).toEqual(['files', 'keys', 'portal.lock', 'postgres', 'postgres.log'])
      for (const name of written) expect([name, statSync(join(folder, name)).uid]).toEqual([name, 65_534])
    })
  } else {
    it('writes nothing to temporary and home folders; a read-only root takes root to try', async () => {
      console.log('A read-only root was not tried: it takes root on Linux with the right to mount.')
      const sealed = await mkdtemp(join(folder, 'sealed-'))
      chmodSync(sealed, 0o555)
      await storeAndRead(() => startServer({ DATA_DIR: join(folder, 'data'), TMPDIR: sealed, HOME: sealed, ...first }))
      expect(readdirSync(sealed)).toEqual([])
    })
  }
})
