import { oneByOne, recountAll } from '../dashboard/recount.ts'
import { markAll } from '../deadlines/settle.ts'
import { rekeepAll } from '../persons/rekeep.ts'
import { besidePortal, type Form } from './command.ts'

export const forms: Form[] = [
  {
    words: ['counts', 'rebuild'],
    effect: `counts anew what lists and dashboard show, and computes anew what is kept of applications and people, where a check found
it wrong; who writes meanwhile waits for one company at a time. The clocks of all are written anew once a portal runs`,
    run: () =>
      besidePortal(async (db) => {
        const companies = await recountAll(db, oneByOne(db))
        const wrong = await rekeepAll(db, oneByOne(db))
        await markAll(db)
        return `Counted the rows of ${companies} companies anew. ${wrong} rows kept of applications and people were wrong, and are as computed now.`
      }),
  },
]
