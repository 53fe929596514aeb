import { HOUR_MS, MINUTE_MS } from 'contract'
import type { FastifyInstance } from 'fastify'
import { type FirstAdmin, planFirstAdmin } from './auth/operator.ts'
import { type Connection, connect, reasonOf } from './connect.ts'
import { watchCounts } from './dashboard/countsWatch.ts'
import { openProofs } from './db/proofs.ts'
import { watchDeadlines } from './deadlines/proof.ts'
import { startDeadlineWorker } from './deadlines/worker.ts'
import { openFiles } from './documents/openFiles.ts'
import { extendChain } from './journal/chain.ts'
import { watchJournal } from './journal/chainWatch.ts'
import { openJournal } from './journal/journal.ts'
import { openVault } from './keys/vault.ts'
import { startMailWorker } from './mails/worker.ts'
import { Counters } from './metrics/counters.ts'
import { startMetrics } from './metrics/server.ts'
import { watchPeople } from './persons/proof.ts'
import { endsWithin } from './postgres/endsWithin.ts'
import { runSweeps, SWEEPS } from './privacy/sweeps.ts'
import { settleBank } from './provider/bank.ts'
import { findProvider } from './provider/provider.ts'
import { writeStarter } from './rules/starter.ts'
import { readSettings, type Settings, warningsOf } from './settings.ts'
import { countingStore, watchStore } from './telemetry/store.ts'
import { watchLedger } from './transactions/ledgerWatch.ts'

const HELP = `npm start                       starts the portal
npm run portal -- --help        lists the commands for accounts, backups, money, the journal and personal data

The portal is configured by environment variables: .env.example lists them all, docs/operations.md explains them.`
const NO_ADMIN = 'There is no account yet. Create an administrator: npm run portal -- account create-admin EMAIL "Full Name"'
/** For running requests after the signal. */
const REQUEST_GRACE_MS = 10_000
/** For mails, sweeps and the journal, which a hanging database would block. */
const JOB_GRACE_MS = 7_000
/** Ctrl-C sends SIGINT to npm and to us, and npm sends it on; only a later one is a second signal. */
const SAME_SIGNAL_MS = 500

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  let app: FastifyInstance | undefined
  const connecting = connect(settings, (error) => app?.log.error({ reason: reasonOf(error) }, 'a database connection was lost'))
  // Read while the database starts.
  const reading = import('./app.ts')
  const connection = await connecting
  try {
    app = await serve(settings, connection, await reading)
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function serve(settings: Settings, connection: Connection, { buildApp }: typeof import('./app.ts')): Promise<FastifyInstance> {
  const { db, pool, changes } = connection
  const now = () => new Date()
  const { files: store, key, notice } = await openFiles(settings, db, 'server')
  const counters = new Counters()
  const counted = watchStore(store, countingStore(counters))
  const traces = await tracesTo(settings.otlp_endpoint, pool, () => app.log.warn('the collector takes no traces'))
  const files = traces ? watchStore(counted, traces.ofStore) : counted
  const vault = openVault(key)
  const journal = openJournal(db, ({ lost, error }) => {
    app.log.error({ lost, ...(error !== undefined && { reason: reasonOf(error) }) }, 'the access journal could not be written')
  })
  await writeStarter(db, now())
  const proofs = openProofs(db)
  const app = await buildApp({ db, files, vault, settings, changes, journal, counters, proofs, now, traceRoutes: traces?.ofRoutes })
  const admin = await planFirstAdmin(db, settings)
  await listen(app, settings)
  const every = repeating(app, counters)
  const sweeping = every(HOUR_MS, 'sweep', async () => {
    const fail = (sweep: string, error: unknown) => app.log.error({ sweep, reason: reasonOf(error) }, 'sweeping failed')
    if (!(await runSweeps(SWEEPS, { db, files, settings }, now(), fail))) throw new Error('not everything was swept')
    counters.noteSweep(now())
  })
  const auditing = every(MINUTE_MS, 'ledger', watchLedger(app, db, proofs))
  const counting = every(HOUR_MS, 'counts', watchCounts(app, { db, proofs, now }))
  const comparing = every(HOUR_MS, 'people', watchPeople(app, db, proofs))
  const timing = every(HOUR_MS, 'deadlines', watchDeadlines(app, db, proofs))
  const sealing = every(MINUTE_MS, 'seals', async () => {
    await extendChain(db, key, now())
  })
  const settling = every(MINUTE_MS, 'bank', () => settleBank(db, settings, now()))
  const proving = every(HOUR_MS, 'journal', watchJournal(app, { db, masterKey: key, proofs, settings, now }))
  const metrics = await startMetrics({ db, pool, settings, counters, proofs, now })
  const mailWorker = startMailWorker({ db, settings, now, changes, log: app.log, timed: counters.jobs.of('mails') })
  const deadlineWorker = startDeadlineWorker({ db, now, changes, log: app.log, timed: counters.jobs.of('clocks') })
  endOnSignal(app, async () => {
    const lost = journal.end()
    const jobs = [sweeping, auditing, counting, comparing, timing, sealing, settling, proving, mailWorker, deadlineWorker].map((job) =>
      job.end(),
    )
    const inTime = await endsWithin(JOB_GRACE_MS, Promise.all([...jobs, metrics?.end(), traces?.end(), lost, files.close()]))
    const left = await connection.close()
    if (!inTime)
      return ['Jobs were interrupted. Mails and clean-up continue after the next start; the access journal may lack lines.', ...left]
    return (await lost) > 0 ? [`Lines of the access journal that could not be written: ${await lost}.`, ...left] : left
  })
  await auditing.first
  const first = typeof admin === 'function' ? await admin(now()) : undefined
  console.log(`${(await findProvider(db, settings, now())).product_name} is ready at ${addressOf(app, settings)}`)
  if (notice) console.log(notice)
  for (const warning of warningsOf(settings)) console.log(warning)
  if (!settings.smtp_url) console.log(`Mails are kept as files in ${settings.outbox_dir}, because SMTP_URL is not set.`)
  if (admin === 'not named') console.log(NO_ADMIN)
  if (first) printFirstAdmin(first)
  return app
}

/** Loaded where it is set alone. */
const tracesTo = async (endpoint: string | undefined, pool: Connection['pool'], onAway: () => void) =>
  endpoint === undefined ? undefined : (await import('./telemetry/traces.ts')).startTraces(endpoint, pool, onAway)

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} of ${host} is already taken. Stop what uses it, or set PORT to another one.`)
    if (code === 'EACCES') throw new Error(`This user may not open port ${port}. Set PORT to one above 1023.`)
    throw new Error(`The portal cannot listen at ${host}, port ${port} (${reasonOf(error)}). Check HOST and PORT.`)
  }
}

function addressOf(app: FastifyInstance, { public_origin, host }: Settings): string {
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const bound = app.server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return public_origin ?? `http://${local ? 'localhost' : host}:${port}`
}

function printFirstAdmin(admin: FirstAdmin): void {
  const password = admin.password ? `\n  Password  ${admin.password}   (shown this once)` : '   (with ADMIN_PASSWORD)'
  console.log(`\n  The administrator was created.\n  E-mail    ${admin.email}${password}\n`)
}

/** What is said in the log where a job fails. */
const DOING = {
  sweep: 'sweeping',
  ledger: 'proving the money',
  counts: 'comparing the kept counts',
  people: 'comparing what is kept of people',
  deadlines: 'comparing the clocks',
  seals: 'sealing the journal',
  bank: 'bringing bank details into force',
  journal: 'proving the journal',
}

const repeating =
  (app: FastifyInstance, { jobs }: Counters) =>
  (ms: number, name: keyof typeof DOING, job: () => Promise<void>) => {
    const timed = jobs.of(name)
    const run = () => timed(job).catch((error) => app.log.error({ reason: reasonOf(error) }, `${DOING[name]} failed`))
    const first = run()
    let running = first
    const timer = setInterval(() => {
      running = running.then(run)
    }, ms)
    return {
      /** Ends with the first run. */
      first,
      end() {
        clearInterval(timer)
        return running
      },
    }
  }

/** Lets requests finish, then ends the rest and logs what did not end; a second signal exits at once. */
function endOnSignal(app: FastifyInstance, endTheRest: () => Promise<string[]>): void {
  let since: number | undefined
  const end = async () => {
    const impatient = setTimeout(() => app.server.closeAllConnections(), REQUEST_GRACE_MS)
    // Node closes connections that are idle at the moment of close, not those that become idle later.
    const tidy = setInterval(() => app.server.closeIdleConnections(), 50)
    await app.close()
    clearTimeout(impatient)
    clearInterval(tidy)
    const left = await endTheRest()
    for (const sentence of left) console.error(sentence)
    process.exit(left.length > 0 ? 1 : 0)
  }
  const onSignal = () => {
    if (since === undefined) {
      since = performance.now()
      end().catch(fail)
    } else if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function fail(error: unknown): void {
  console.error(reasonOf(error))
  process.exit(1)
}

if (process.argv.includes('--help')) console.log(HELP)
else await start().catch(fail)
