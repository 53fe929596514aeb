import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addStage, listApplications } from 'contract'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../../test/as.ts'
import { given, PASSWORD } from '../../test/given.ts'
import { startPortal } from '../../test/portal.ts'
import { sessions } from '../src/db/sessions.table.ts'

// openapi-typescript 7.13.0 needs the API of TypeScript 5, which TypeScript 7 has not: `overrides` in package.json gives it one of its own.

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = 'docs/client/follow.ts'
const portal = startPortal()
const { company, user } = given(portal)

let folder: string
beforeAll(async () => {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'client-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a client compiles with the types that openapi-typescript makes of the document', async () => {
  const document = await portal.app.inject('/api/docs/json')
  const types = await openapiTS(document.body, { defaultNonNullable: false })
  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    // The types, as if they lay beside the client.
    compilerOptions: { rootDirs: ['.', join(ROOT, 'docs/client')] },
    files: [join(ROOT, CLIENT)],
  }
  await writeFile(join(folder, 'api.d.ts'), astToString(types))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

it('it signs in, submits an application and follows it until it is completed, also when its session ends', async () => {
  const falcon = await company()
  const [omar, boss] = [await user('company_admin', { of: [falcon] }), await user('admin')]
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const client = spawn(process.execPath, [join(ROOT, CLIENT), `http://127.0.0.1:${port}`, omar.email, PASSWORD, '0.1'])
  const ended = new Promise((resolve) => client.once('close', resolve))
  let said = ''
  for (const stream of [client.stdout, client.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 60_000 }).toBe('Sara Khan: Offer Letter, active\n')
  const { reply } = await as(portal, omar).send(listApplications, {})
  expect(reply).toMatchObject([{ employee_name: 'Sara Khan', company_id: falcon.id, status: 'active' }])
  await portal.db.delete(sessions)
  const stage = { stage_name: 'Visa Stamping', status: 'Approved' } as const
  await as(portal, boss).send(addStage, { params: { id: reply[0]?.id ?? '' }, body: stage })
  expect([await ended, said]).toEqual([0, 'Sara Khan: Offer Letter, active\nSara Khan: Visa Stamping, completed\n'])
})
