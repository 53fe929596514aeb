import { retain } from '../privacy/retention.ts'
import { besidePortal, type Form, openStores } from './command.ts'

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
    const ended = await retain({ db, settings, ...(await openStores(db, settings)) }, new Date(), { yes })
    if (ended.length === 0) return `Nothing has reached the end of its term. ${ALWAYS_KEPT}`
    return [title, ...ended.map((line) => `  ${line}`), ALWAYS_KEPT].join('\n')
  })
}
