import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { INSTALLATION } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import type { Found, Proofs } from '../db/proofs.ts'
import type { Settings } from '../settings.ts'
import { familiesOfPool } from './process.ts'
import { type MetricFamily, secondsOf } from './text.ts'

const TIMEOUT_MS = 3_000

export interface Source {
  db: Db
  pool: pg.Pool
  settings: Pick<Settings, 'data_dir'>
  proofs: Proofs
  now: () => Date
}

const gauge = (name: string, help: string, value: number): MetricFamily => ({
  name: `portal_${name}`,
  type: 'gauge',
  help,
  samples: [{ value }],
})

export async function readGauges(source: Source): Promise<MetricFamily[]> {
  const [ofDatabase, ofDisk] = await Promise.all([askDatabase(source), askDisk(source)])
  return [
    gauge('database_up', 'Whether the database answered the questions of this page', Number(ofDatabase !== undefined)),
    ...(ofDatabase ?? []),
    ...ofDisk,
    ...familiesOfPool(source.pool),
    { ...gauge('', '', process.memoryUsage.rss()), name: 'process_resident_memory_bytes', help: 'Memory of the process' },
    { ...gauge('', '', Date.now() / 1_000 - process.uptime()), name: 'process_start_time_seconds', help: 'When the process started' },
    cpuSeconds(),
  ]
}

function cpuSeconds(): MetricFamily {
  const { user, system } = process.cpuUsage()
  const help = 'Processor time of the process'
  return { name: 'process_cpu_seconds_total', type: 'counter', help, samples: [{ value: (user + system) / 1e6 }] }
}

/** What the servers found last, whichever it was: each tells the same. */
function familiesOfProofs({ ledger, journal, counts, people, deadlines }: Found): MetricFamily[] {
  return [
    gauge('ledger_broken_invariants', 'Checks of the ledger that failed at the last run', ledger.broken.length),
    gauge('ledger_checked_timestamp_seconds', 'When the ledger was last checked; 0: not yet', secondsOf(ledger.checked_at)),
    gauge('people_kept_wrongly', 'Rows of applications and people that the last check computed otherwise', people.wrong),
    gauge('deadlines_broken', 'Companies whose clocks the last check computed otherwise', deadlines.broken.length),
    gauge('journal_broken_seals', 'Whether the last check found an invalid seal of history or access journal', Number(!!journal.broken)),
    gauge('journal_checked_timestamp_seconds', 'When the seals were last checked; 0: not yet', secondsOf(journal.checked_at)),
    gauge(
      'counts_broken',
      'Companies and totals whose kept counts were not those of the rows when they were last compared',
      counts.broken.length,
    ),
    gauge('counts_checked_timestamp_seconds', 'When kept counts were last compared with rows; 0: not yet', secondsOf(counts.checked_at)),
  ]
}

/** Undefined if the database does not answer in time. */
async function askDatabase({ db, proofs, now }: Source): Promise<MetricFamily[] | undefined> {
  const asked = Promise.all([db.execute(QUESTIONS), proofs.read()])
  const answered = await Promise.race([asked, sleep(TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined)
  if (!answered) return undefined
  const [{ rows }, found] = answered
  const [answer = {}] = rows
  const number = (name: string) => Number(answer[name] ?? 0)
  const age = (name: string) => (answer[name] ? Math.max(0, secondsOf(now()) - number(name)) : 0)
  return [
    gauge('topups_pending', 'Top-ups that await a decision', number('topups')),
    gauge('topups_pending_oldest_seconds', 'How long the oldest of them has waited; 0: none waits', age('oldest_topup')),
    gauge('mails_waiting', 'Mails that were not sent yet', number('mails')),
    gauge('mails_waiting_oldest_seconds', 'How long the oldest of them has waited; 0: none waits', age('oldest_mail')),
    gauge('mails_given_up', 'Mails of the last days that could not be sent at all', number('given_up')),
    gauge('journal_unsealed_lines', 'Lines of history and access journal that are not sealed yet, at most', number('unsealed')),
    gauge(
      'backup_timestamp_seconds',
      'When a backup was last made of this database by npm run portal -- backup; 0: never',
      number('backed_up'),
    ),
    ...familiesOfProofs(found),
  ]
}

const QUESTIONS = sql.raw(`select
  (select count(*) from transactions where type = 'topup' and status = 'pending') as topups,
  (select extract(epoch from min(created_at)) from transactions where type = 'topup' and status = 'pending') as oldest_topup,
  (select count(*) from mails where ended_at is null) as mails,
  (select extract(epoch from min(created_at)) from mails where ended_at is null) as oldest_mail,
  (select count(*) from mails where ending = 'given_up') as given_up,
  (select coalesce((select max(seq) from history), 0) + greatest((select max(seq) from accesses), last.accesses_to)
    - last.history_to - last.accesses_to from (select coalesce(max(history_to), 0) as history_to, coalesce(max(accesses_to), 0) as accesses_to
      from (select history_to, accesses_to from seals order by number desc limit 1) newest) last) as unsealed,
  (select extract(epoch from value::timestamptz) from installation where key = '${INSTALLATION.backedUpAt}') as backed_up`)

async function askDisk({ settings }: Source): Promise<MetricFamily[]> {
  const disk = await statfs(settings.data_dir).catch(() => undefined)
  if (!disk) return []
  return [
    gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR', disk.bavail * disk.bsize),
    gauge('disk_size_bytes', 'Size of that disk', disk.blocks * disk.bsize),
  ]
}
