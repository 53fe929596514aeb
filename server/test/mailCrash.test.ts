import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerClient } from 'contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { readMail } from '../../test/mail.ts'
import { client, type ServerProcess, startServer } from '../../test/serverProcess.ts'
import { startMailServer } from '../../test/smtp.ts'
import { LANES } from '../src/mails/worker.ts'

const smtp = startMailServer()
let dataDir: string
let database: FreshDatabase
let server: ServerProcess | undefined

const start = async (environment: Record<string, string> = { SMTP_URL: smtp.url, MAIL_FROM: 'desk@portal.example' }) => {
  const admin = { ADMIN_EMAIL: 'admin@portal.example', ADMIN_PASSWORD: 'a-long-password-2026' }
  server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...admin, ...environment })
  return server
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mails-'))
  database = await freshDatabase()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Registers a company and answers the registrant's address. */
async function register(origin: string, name: string): Promise<string> {
  const user_email = `${name}@falcon.example`
  const company = {
    company_name: `Falcon ${name}`,
    trade_license: name,
    contact_person: 'Omar',
    company_email: user_email,
    company_phone: '04',
  }
  const body = { ...company, user_full_name: 'Omar Haddad', user_email, user_password: 'falcon-2026' }
  const { status } = await client(origin).send(registerClient, { body })
  expect(status).toBe(201)
  return user_email
}

const until = (condition: () => boolean | Promise<boolean>) => vi.waitUntil(condition, { timeout: 30_000, interval: 50 })
const idsTo = (address: string) => smtp.to(address).map((mail) => mail.headers['message-id'])

it('a mail is sent after the next start when the server is killed between the commit and the sending', async () => {
  const asked: string[] = []
  const forever = new Promise<undefined>(() => {})
  smtp.onRecipient = (address) => {
    asked.push(address)
    return forever
  }
  const { origin, end } = await start()
  const addresses = await Promise.all(Array.from({ length: 8 }, (_, number) => register(origin, `company-${number}`)))
  await until(() => asked.length > 0)
  await end('SIGKILL')
  expect(smtp.received).toEqual([])

  smtp.onRecipient = () => undefined
  await start()
  await until(() => addresses.every((address) => idsTo(address).length > 0))
  // The administrator's mail was queued with the first of them; it shows that the queue was worked off.
  await until(() => idsTo('admin@portal.example').length > 0)
  for (const address of addresses) expect(idsTo(address), address).toHaveLength(1)
})

it('comes at most once more from each lane, as the same mail, when the server is killed while many are sent', async () => {
  const { origin, end } = await start()
  const addresses = await Promise.all(Array.from({ length: 12 }, (_, number) => register(origin, `company-${number}`)))
  await until(() => smtp.received.length >= 3)
  await end('SIGKILL')
  const before = smtp.received.length

  await start()
  await until(() => addresses.every((address) => idsTo(address).length > 0))
  await until(() => idsTo('admin@portal.example').length > 0)
  for (const address of addresses) {
    expect(new Set(idsTo(address)).size, address).toBe(1)
    expect(idsTo(address).length, address).toBeLessThanOrEqual(2)
  }
  // Administrators may be told more than once of so many.
  const sent = addresses.flatMap(idsTo).length
  expect(sent, `of ${before} sent before, one of each lane may be repeated`).toBeLessThanOrEqual(addresses.length + LANES)
})

it('does not keep the server from ending, and is sent after the next start', async () => {
  const asked: string[] = []
  smtp.onRecipient = (address) => {
    asked.push(address)
    return new Promise<undefined>(() => {})
  }
  const { origin, end } = await start()
  const address = await register(origin, 'patient')
  await until(() => asked.length > 0)
  const from = Date.now()
  expect(await end('SIGTERM')).toBe(0)
  expect(Date.now() - from).toBeLessThan(10_000)

  smtp.onRecipient = () => undefined
  await start()
  await until(() => idsTo(address).length > 0)
  expect(idsTo(address)).toHaveLength(1)
})

it('lands in the outbox without SMTP, which the start names', async () => {
  const { origin, output } = await start({})
  const outbox = join(dataDir, 'outbox')
  await until(() => output().includes(`Mails are kept as files in ${outbox}, because SMTP_URL is not set.`))
  const address = await register(origin, 'filed')
  const files = () => readdir(outbox).catch(() => [])
  await until(async () => (await files()).filter((file) => file.endsWith('.eml')).length === 2)
  const kept = await Promise.all((await files()).map(async (file) => await readMail(await readFile(join(outbox, file)))))
  expect(kept.filter((mail) => mail.to.includes(address)).map((mail) => mail.subject)).toEqual([
    'Your registration was received and awaits approval',
  ])
})
