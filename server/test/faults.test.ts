import { randomBytes } from 'node:crypto'
import { rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocument, listApplications, listTransactions, MB, pathOf, submitApplication, uploadDocument } from 'contract'
import { describe, expect, it } from 'vitest'
import { canFail, mountFailingDisk } from '../../test/failingDisk.ts'
import { ask, PROBLEM, startFaulty, UPLOAD } from '../../test/faulty.ts'
import { dataString, PDF } from '../../test/files.ts'
import { canCutPower, mountDiskWithPower } from '../../test/powerCut.ts'
import { canMount, mountSmallDisk } from '../../test/smallDisk.ts'
import { newEmployee } from '../../test/submission.ts'
import { openFileStore } from '../src/files/fileStore.ts'

/** `npm run trust` makes it longer than the portal lets anybody wait. */
const STANDSTILL_MS = Number(process.env.STANDSTILL_MS ?? 2_000)
/** The portal's longest wait (http/), and what a busy machine adds. */
const LIMIT_MS = 35_000
const SLACK_MS = 12_000
const LARGE = Buffer.concat([PDF, Buffer.alloc(5 * MB)])
const refusing = { status: 503, retryAfter: '60', type: PROBLEM }
const full = { ...refusing, status: 507 }
/** The kernel says EIO or ENOSPC, as it happens. */
const either = { ...refusing, status: expect.toBeOneOf([503, 507]) as number }
const portal = startFaulty()

interface Fault {
  name: string
  begin(): ReturnType<typeof portal.start>
  provoke(): unknown
  mend(): unknown
  expected: typeof full
  staysBroken?: true
  /** Even files stored before cannot be read. */
  readsNothing?: true
}

function onDisk(disk: { folder: string; remove(): void } | undefined) {
  if (!disk) throw new Error('This machine made such a disk a moment ago.')
  rmdirSync(portal.dataDir)
  portal.dataDir = disk.folder
  portal.stops.push(() => disk.remove())
  return portal.start({ DATABASE_URL: portal.database.url })
}

/** Every system allows a limit on file sizes. */
const LIMITED: Fault = {
  name: 'a write is refused by the system in mid-file',
  begin: () => portal.start({ DATABASE_URL: portal.database.url }, ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'sh']),
  provoke: () => undefined,
  mend: () => undefined,
  expected: refusing,
  staysBroken: true,
}

function mountedFaults(): Fault[] {
  let disk: ReturnType<typeof mountSmallDisk>
  const begin = () => {
    disk = mountSmallDisk(join(portal.dataDir, 'files'), 16)
    portal.stops.push(() => disk?.unmount())
    return portal.start({ DATABASE_URL: portal.database.url })
  }
  const filler = () => join(portal.dataDir, 'files/filler')
  return [
    {
      name: 'the disk of the files is full',
      begin,
      expected: full,
      provoke: () => writeFileSync(filler(), Buffer.alloc(12 * MB)),
      mend: () => rmSync(filler()),
    },
    {
      name: 'the disk of the files takes no writes',
      begin,
      expected: refusing,
      provoke: () => disk?.refuseWrites(),
      mend: () => disk?.takeWrites(),
    },
  ]
}

function failingFaults(): Fault[] {
  let disk: ReturnType<typeof mountFailingDisk>
  const begin = () => {
    disk = mountFailingDisk(32)
    return onDisk(disk)
  }
  const name = 'the disk of the files fails to sync'
  return [{ name, begin, provoke: () => disk?.failWrites(), mend: () => disk?.takeWrites(), expected: either }]
}

function deadFaults(): Fault[] {
  let disk: ReturnType<typeof mountDiskWithPower>
  const begin = () => {
    disk = mountDiskWithPower(32)
    return onDisk(disk)
  }
  const name = 'the disk of the files gives EIO only'
  return [{ name, begin, provoke: () => disk?.cut(), mend: () => disk?.restore(), expected: refusing, readsNothing: true }]
}

const FAULTS = [
  LIMITED,
  ...(canMount() ? mountedFaults() : []),
  ...(canFail() ? failingFaults() : []),
  ...(canCutPower() ? deadFaults() : []),
]
console.log(`${FAULTS.length} of 5 faults of the disk, ${canFail() ? 'and one that stands still' : 'none that stands still'}`)

describe.each(FAULTS)('when $name (T51)', ({ begin, provoke, mend, expected, staysBroken, readsNothing }) => {
  it('says so and when to come back, keeps nothing half, reads on and recovers', async () => {
    const { company, as } = await begin()
    const { reply: earlier } = await as.send(uploadDocument, { body: PDF as never }, UPLOAD)
    const read = () => as.bytes(pathOf(getDocument, { id: earlier.id }))
    expect(await read()).toEqual(PDF)
    provoke()
    expect(await ask(as, LARGE)).toEqual(expected)
    const documents = { passport_front: dataString(PDF), passport_last: dataString(LARGE) }
    const refused = await as.send(submitApplication, { body: newEmployee(company, { documents }) })
    expect(refused.status).toEqual(expected.status)
    // The first of the two may have been stored; it was removed at once or waits for the sweeper.
    expect((await as.send(listApplications, {})).reply).toEqual([])
    expect((await as.send(listTransactions, {})).reply).toEqual([])
    if (readsNothing) expect((await as.send(getDocument, { params: { id: earlier.id } })).status).toBe(503)
    else expect(await read()).toEqual(PDF)
    expect((await fetch(`${portal.server.origin}/healthz`)).status).toBe(200)
    mend()
    const { status } = await as.send(uploadDocument, { body: (staysBroken ? PDF : LARGE) as never }, UPLOAD)
    expect(status).toBe(201)
    expect(await read()).toEqual(PDF)
    // Unfinished files cannot be deleted from a dead disk: the sweeper removes them later.
    if (readsNothing) await openFileStore(join(portal.dataDir, 'files'), randomBytes(32), 10).removeUnfinished(new Date())
    const stored = (await portal.storedFiles()).filter((name) => name !== 'filler')
    expect(stored).toHaveLength(2)
  })
})

if (canFail()) {
  it(`when the disk of the files stands still for ${STANDSTILL_MS} ms: what writes waits or is refused, the rest goes on (T51)`, {
    timeout: 60_000 + 2 * STANDSTILL_MS,
  }, async () => {
    const disk = mountFailingDisk(32)
    const { as } = await onDisk(disk)
    const { reply: earlier } = await as.send(uploadDocument, { body: PDF as never }, UPLOAD)
    expect(disk?.freeze()).toBe(true)
    const from = Date.now()
    const writing = ask(as, LARGE).then((answer) => ({ ...answer, ms: Date.now() - from }))
    expect(await as.bytes(pathOf(getDocument, { id: earlier.id }))).toEqual(PDF)
    expect((await as.send(listApplications, {})).status).toBe(200)
    expect(Date.now() - from).toBeLessThan(STANDSTILL_MS)
    await expect.poll(() => Date.now() - from, { timeout: 2 * STANDSTILL_MS, interval: 20 }).toBeGreaterThan(STANDSTILL_MS)
    expect(disk?.thaw()).toBe(true)
    const { ms, ...written } = await writing
    if (STANDSTILL_MS < LIMIT_MS) expect(written.status).toBe(201)
    else expect(written).toEqual({ ...refusing, retryAfter: '10' })
    expect(ms).toBeGreaterThan(Math.min(STANDSTILL_MS, LIMIT_MS - 5_000) - 10)
    expect(ms).toBeLessThan(Math.min(STANDSTILL_MS, LIMIT_MS) + SLACK_MS)
    expect((await ask(as, LARGE)).status).toBe(201)
  })
}
