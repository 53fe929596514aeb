import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getApplication, listApplications, listCompanies, login, registerClient, submitApplication } from 'contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dataString, PDF } from './files.ts'
import { client, type ServerProcess, startServer } from './serverProcess.ts'
import { newEmployee } from './submission.ts'

const ROUNDS = 3
const CLIENTS = 8
const ADMIN = { email: 'admin@portal.example', password: 'a-long-password-2026' }

let dataDir: string
let server: ServerProcess | undefined
const start = async () => {
  server = await startServer({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  return server
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crash-'))
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

const fileOf = (name: string) => dataString(Buffer.concat([PDF, Buffer.from(`%${name}`)]))

/** Submits one application after the other until the server is gone, and notes those that it acknowledged. */
async function submitUntilGone(origin: string, name: string, acknowledged: Map<string, string>): Promise<void> {
  const { send } = client(origin)
  try {
    await send(login, { body: ADMIN })
    const [company] = (await send(listCompanies, {})).reply
    for (let count = 0; ; count++) {
      const employee_name = `${name} ${count}`
      const body = newEmployee(company as { id: string }, { employee_name, documents: { passport_front: fileOf(employee_name) } })
      const { status, reply } = await send(submitApplication, { body })
      if (status === 201) acknowledged.set(reply.id, employee_name)
    }
  } catch {
    // The server is gone, which is what this waits for.
  }
}

it('keeps every acknowledged application with its file when the server is killed', async () => {
  const { origin } = await start()
  const company = {
    company_name: 'Falcon Trading LLC',
    trade_license: 'CN-1',
    contact_person: 'Omar',
    company_email: 'o@falcon.example',
    company_phone: '04',
  }
  const account = { user_full_name: 'Omar Haddad', user_email: 'omar@falcon.example', user_password: 'falcon-2026' }
  await client(origin).send(registerClient, { body: { ...company, ...account } })
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round++) {
    const running = round === 0 ? (server as ServerProcess) : await start()
    const clients = Array.from({ length: CLIENTS }, (_, number) =>
      submitUntilGone(running.origin, `Round ${round} client ${number}`, acknowledged),
    )
    const enough = acknowledged.size + 2 * CLIENTS
    await vi.waitUntil(() => acknowledged.size >= enough, { timeout: 30_000, interval: 20 })
    await running.end('SIGKILL')
    await Promise.all(clients)
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * CLIENTS * 2)

  const { send } = client((await start()).origin)
  await send(login, { body: ADMIN })
  const lost: string[] = []
  for (const [id, name] of acknowledged) {
    const { status, reply } = await send(getApplication, { params: { id } })
    if (status !== 200 || reply.documents.passport_front !== fileOf(name)) lost.push(name)
  }
  expect(lost).toEqual([])
  const half = (await send(listApplications, {})).reply.filter((row) => row.documents.passport_front === null)
  expect(half).toEqual([])
}, 120_000)
