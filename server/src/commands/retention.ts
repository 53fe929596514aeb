import type { Db } from '../db/open.ts'
import { countEnded, letAccessesLeave } from '../journal/leaving.ts'
import { many } from '../privacy/plan.ts'
import { retain } from '../privacy/retention.ts'
import type { Settings } from '../settings.ts'
import { besidePortal, type Form, openStores } from './command.ts'
import { sentenceOf } from './journal.ts'

const ALWAYS_KEPT = 'Transactions, receipts and the ledger are always kept.'

export const forms: Form[] = [
  {
    words: ['retention'],
    effect: 'lists what has reached the end of its term; changes nothing',
    run: () => sweep(false, 'Nothing has been changed yet: add --yes to delete this.'),
  },
  {
    words: ['retention'],
    yes: true,
    effect: 'deletes it',
    run: () => sweep(true, 'Deleted:'),
  },
]

function sweep(yes: boolean, title: string): Promise<string> {
  return besidePortal(async (db, settings) => {
    const { key, ...stores } = await openStores(db, settings)
    const moment = new Date()
    const left = await endAccesses(db, settings, { key, moment, yes })
    const ended = [...left, ...(await retain({ db, settings, ...stores }, moment, { yes }))]
    if (ended.length === 0) return `Nothing has reached the end of its term. ${ALWAYS_KEPT}`
    return [title, ...ended.map((line) => `  ${line}`), ALWAYS_KEPT].join('\n')
  })
}

/** All at once; while the portal runs, a share leaves each hour. */
async function endAccesses(db: Db, { retention_accesses_months: months }: Settings, { key, moment, yes }: Ending): Promise<string[]> {
  if (months === undefined) return []
  const term = { months, moment }
  const { lines, broken } = yes
    ? await letAccessesLeave(db, key, term, Number.POSITIVE_INFINITY)
    : { lines: await countEnded(db, term), broken: undefined }
  if (broken) throw new Error(`${sentenceOf(broken)} Nothing more leaves the journal, and nothing else was deleted.`)
  return lines > 0 ? [`${many(lines, 'access', 'accesses')} in the journal, older than ${months} months`] : []
}

interface Ending {
  key: Buffer
  moment: Date
  yes: boolean
}
