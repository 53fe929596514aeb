import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDb, openPool } from '../../server/src/db/open.ts'
import { writeStarter } from '../../server/src/rules/starter.ts'
import { type Line, openLine } from '../line.ts'
import { MailServer } from '../smtp.ts'
import type { Try } from './asking.ts'
import { type Postgres, startPrimary, startReplica } from './debianPostgres.ts'
import { type Crowd, gatherCrowd, giveCases } from './people.ts'
import { definePortals, type Portals, type Store, startStore } from './portals.ts'
import { type Front, startProxy } from './proxy.ts'

export interface Setting {
  primary: Postgres
  replica: Postgres
  line: Line
  store: Store
  proxy: Front
  portals: Portals
  mails: MailServer
  crowd: Crowd
  /** Every request of the people. */
  tries: Try[]
  /** Over the one address of the database. */
  pool: pg.Pool
  /** What each server is started with. */
  settings: Record<string, string>
  end(): Promise<void>
}

/** What is only filled in need not be on a disk before the next row. */
const HURRIED = '-c synchronous_commit=off'

interface Wanted {
  servers: number
  people: number
  synchronous: boolean
}

/** Nobody, as whom PostgreSQL runs, goes through these folders. Answers a function that gives the folders that stay their modes back. */
function open(folder: string): () => void {
  const changed: [string, number][] = []
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const { mode } = statSync(at)
    if ((mode & 0o011) === 0o011) continue
    chmodSync(at, mode | 0o011)
    if (at !== folder) changed.push([at, mode])
  }
  return () => {
    for (const [at, mode] of changed) chmodSync(at, mode)
  }
}

/** Servers behind HAProxy, a primary with its replica behind the same one, an object store, and people with a session each. */
export async function startSetting({ servers, people, synchronous }: Wanted): Promise<Setting> {
  const home = mkdtempSync(join(tmpdir(), 'cluster-'))
  const stops: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }), open(home)]
  const stopping = <Part>(part: Part, stop: (part: Part) => unknown): Part => {
    stops.unshift(() => stop(part))
    return part
  }
  const end = async () => {
    for (const stop of stops) await stop()
  }
  try {
    const primary = stopping(await startPrimary(join(home, 'primary')), (each) => each.kill())
    const line = stopping(await openLine(primary.port), (each) => each.end())
    const replica = stopping(await startReplica(join(home, 'replica'), primary, line, synchronous), (each) => each.kill())
    const store = stopping(await startStore(join(home, 'objects')), (each) => each.end())
    const portals = await definePortals(servers, home)
    const proxy = stopping(await startProxy({ servers: portals.ports, databases: [primary.port, replica.port] }), (each) => each.end())
    const mails = new MailServer()
    await stopping(mails, (each) => each.stop()).start()
    const pool = stopping(
      openPool({ connectionString: proxy.databaseUrl, max: 4, application_name: 'trust', options: HURRIED }, () => undefined),
      (each) => each.end(),
    )
    await migrate(pool)
    await writeStarter(openDb(pool), new Date())
    const tries: Try[] = []
    const crowd = await gatherCrowd(openDb(pool), proxy.origin, people, tries)
    const settings = { DATABASE_URL: proxy.databaseUrl, SMTP_URL: mails.url, ...store.settings }
    await stopping(portals, (each) => each.stop()).start(settings)
    await giveCases(crowd)
    return { primary, replica, line, store, proxy, portals, mails, crowd, tries, pool, settings, end }
  } catch (error) {
    await end()
    throw error
  }
}
