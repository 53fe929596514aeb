import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { INSTALLATION, installation } from '../db/installation.table.ts'
import type { Db } from '../db/open.ts'
import type { PlaceMark } from '../files/objects.ts'
import { installationOf } from './installation.ts'

// A copy of a database has the id of its installation, so the id alone would let the copy sweep the files of the original. Each round of the
// sweeper therefore writes an epoch of its own, first to the database, then to the mark of the bucket. A database whose epochs are not that of the
// mark finds that another one was there, and says so in the mark: then neither removes anything until an operator decides.

/** Held while a round reads and writes epochs. */
const EPOCH_LOCK = 7_036_023
/** In place of an epoch: this database removes nothing until an operator takes the place over. */
const NONE = 'none'
/** An answer of the bucket may be late, so what was written without one stays known. */
const MAX_KNOWN = 8
const TRIES = 3

const keyOf = ({ place }: PlaceMark): string => `${INSTALLATION.filesEpoch} ${place}`
const isOf = (mark: PlaceMark) => eq(installation.key, keyOf(mark))

type Standing = 'own' | 'contested' | 'yielded' | 'foreign' | 'moving'

interface Found {
  standing: Standing
  /** What the database has. */
  kept: string | undefined
  epoch: string
}

async function keptFor(db: Db, mark: PlaceMark): Promise<string | undefined> {
  const [row] = await db.select().from(installation).where(isOf(mark))
  return row?.value
}

/** Without an epoch in the database one in the mark is another's; a new mark has none. */
async function look(db: Db, mark: PlaceMark): Promise<Found> {
  const kept = await keptFor(db, mark)
  const owner = await mark.read()
  const found = (standing: Standing) => ({ standing, kept, epoch: owner?.epoch ?? '' })
  if (owner?.installation !== (await installationOf(db))) return found('foreign')
  if ((await keptFor(db, mark)) !== kept) return found('moving')
  if ((kept ?? '').split(' ').includes(owner.epoch)) return found('own')
  return found(kept === undefined || kept === NONE ? 'yielded' : 'contested')
}

/** Whether files may be removed: nobody but this database sweeps any of the places. */
export async function isOwn(db: Db, marks: PlaceMark[]): Promise<boolean> {
  for (const mark of marks) {
    let { standing } = await look(db, mark)
    for (let tries = 1; standing === 'moving' && tries < TRIES; tries++) standing = (await look(db, mark)).standing
    if (standing !== 'own') return false
  }
  return true
}

/** Before a round of the sweeper. False while another server of this database does the same; throws a sentence where a place is not its own alone. */
export async function renewEpochs(db: Db, marks: PlaceMark[]): Promise<boolean> {
  if (marks.length === 0) return true
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${EPOCH_LOCK}) as free`)
    if (!rows[0]?.free) return false
    // Not in this transaction: the database has an epoch for good before the mark has it.
    for (const mark of marks) await renew(db, mark)
    return true
  })
}

async function renew(db: Db, mark: PlaceMark): Promise<void> {
  const { standing, kept, epoch } = await look(db, mark)
  if (standing === 'contested') {
    await mark.write({ installation: await installationOf(db), epoch: randomUUID() })
    await db.update(installation).set({ value: NONE }).where(isOf(mark))
  }
  if (standing !== 'own') throw new Error(sentenceOf(mark, standing))
  const known = (kept ?? '').split(' ')
  await write(db, mark, [randomUUID(), ...(known[0] === epoch ? [epoch] : known)].slice(0, MAX_KNOWN).join(' '), kept)
}

async function write(db: Db, mark: PlaceMark, value: string, kept: string | undefined): Promise<void> {
  const row = { key: keyOf(mark), value }
  const written =
    kept === undefined
      ? await db.insert(installation).values(row).onConflictDoNothing().returning()
      : await db
          .update(installation)
          .set({ value })
          .where(and(isOf(mark), eq(installation.value, kept)))
          .returning()
  if (written.length === 0) throw new Error(sentenceOf(mark, 'moving'))
  await mark.write({ installation: await installationOf(db), epoch: value.split(' ', 1)[0] ?? '' })
}

/** For an operator who knows that no other database uses these places. Answers those that were not this one's alone. */
export async function takeOver(db: Db, marks: PlaceMark[]): Promise<string[]> {
  if (marks.length === 0) return []
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${EPOCH_LOCK})`)
    const taken: string[] = []
    for (const mark of marks) {
      const { standing, kept } = await look(db, mark)
      if (standing === 'own') continue
      if (standing === 'foreign') throw new Error(sentenceOf(mark, standing))
      await write(db, mark, randomUUID(), kept)
      taken.push(mark.place)
    }
    return taken
  })
}

/** A copy of rows from elsewhere removes nothing from the places that these rows name. */
export const yieldEpochs = (marks: PlaceMark[]): { key: string; value: string }[] =>
  marks.map((mark) => ({ key: keyOf(mark), value: NONE }))

function sentenceOf({ place }: PlaceMark, standing: Standing): string {
  if (standing === 'moving') return `Another server sweeps ${place}. Nothing was removed.`
  if (standing === 'foreign')
    return `The object that says whose ${place} is names another installation, or is gone. Nothing is removed there.`
  return `Nothing is removed from ${place}: another database of this installation uses it or has used it, as a restored copy does. Leave it to one of them, and say so there: npm run portal -- files sweep --yes`
}
