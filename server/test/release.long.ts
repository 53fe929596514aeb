import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveTopup, login, requestTopup } from 'contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRelease, releaseName } from '../../scripts/release.ts'
import { freshDatabase } from '../../test/database.ts'
import { dataString, JPEG, PDF } from '../../test/files.ts'
import { client, startServer } from '../../test/serverProcess.ts'
import { register } from '../../test/twoServers.ts'

const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }

// npm run trust -- release
describe('a release', () => {
  let folder: string
  let program: string
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'))
    const file = await makeRelease(folder)
    console.log(`a release of ${((await stat(file)).size / 1e6).toFixed(1)} MB`)
    expect(spawnSync('tar', ['-xzf', file, '-C', folder]).status).toBe(0)
    program = join(folder, releaseName())
    database = await freshDatabase()
  }, 300_000)
  afterAll(async () => {
    await database?.drop()
    await rm(folder, { recursive: true })
  })

  it('starts with Node alone, serves pages, looks into files and does the work of an operator', { timeout: 120_000 }, async () => {
    const settings = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const server = await startServer({ ...settings, PATH: '/nonexistent' }, [], join(program, 'server/dist/main.js'))
    try {
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      const page = await (await fetch(`${server.origin}/customer-login`)).text()
      const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1]
      expect((await fetch(`${server.origin}${script}`)).status).toBe(200)
      expect((await fetch(`${server.origin}/api/docs`)).status).toBe(200)
      const administrator = client(server.origin)
      await administrator.send(login, { body: ADMIN })
      const { as } = await register({ servers: [server, server], administrator })
      for (const receipt of [PDF, JPEG]) {
        const paid = await as.send(requestTopup, { body: { amount: 10, receipt_document: dataString(receipt) } })
        expect(paid.status).toBe(201)
        expect((await administrator.send(approveTopup, { params: { id: paid.reply.id }, body: {} })).status).toBe(200)
      }
      const { status, stdout } = spawnSync(process.execPath, [join(program, 'server/dist/portal.js'), 'ledger', 'check'], {
        env: settings,
        encoding: 'utf8',
      })
      expect([status, stdout]).toEqual([0, expect.stringContaining('All checks passed')])
    } finally {
      await server.end('SIGTERM')
    }
    expect(server.child.exitCode).toBe(0)
  })

  it('says in a sentence that it has no database of its own', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(program, 'server/dist/main.js')], {
      env: { DATA_DIR: join(folder, 'none') },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no embedded PostgreSQL .*DATABASE_URL.*\n$/)])
  })

  it('names every package with its version, checksum and licence, and brings the texts', async () => {
    const bill = JSON.parse(await readFile(join(program, 'sbom.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'visa-portal' } } })
    const names = bill.components.map(({ name }: { name: string }) => name)
    const apart = (await readdir(join(program, 'node_modules'))).filter((name) => !/^[.@]/.test(name))
    expect(apart.filter((name) => !names.includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@opentelemetry/api', 'pg']))
    for (const { hashes, licenses, purl } of bill.components)
      expect([hashes.length, licenses.length, purl]).toEqual([1, 1, expect.stringMatching(/^pkg:npm/)])
    const licences = await readFile(join(program, 'LICENSES.txt'), 'utf8')
    for (const name of names) expect(licences).toContain(`${name} `)
  })
})
