import { erase, type Given, planErasure } from '../privacy/erase.ts'
import { exportPerson } from '../privacy/export.ts'
import { bareNumber } from '../privacy/identity.ts'
import { inWords, type Plan } from '../privacy/plan.ts'
import { besidePortal, type Form, openStores, value } from './command.ts'

export const forms: Form[] = [
  {
    words: ['person', 'export', value('PASSPORT'), value('FOLDER')],
    effect: 'writes all that is kept about a passport number into a new folder: JSON, files, a page to read',
    run: (passport, folder) =>
      about(passport, async (given) => {
        const documents = await exportPerson(given, passport, folder, new Date())
        return documents === undefined
          ? undefined
          : `${folder} holds person.json, index.html and ${documents} documents, no longer encrypted: keep the folder safe, and delete it once it is handed over.`
      }),
  },
  {
    words: ['person', 'erase', value('PASSPORT')],
    effect: 'lists what an erasure would delete, make nameless and keep, and why; changes nothing',
    run: (passport) =>
      about(passport, async (given) => listed(await planErasure(given, passport), 'Nothing has been changed yet: add --yes to do this.')),
  },
  {
    words: ['person', 'erase', value('PASSPORT')],
    yes: true,
    effect: 'does it',
    run: (passport) => about(passport, async (given) => listed(await erase(given, passport, new Date()), 'Done.')),
  },
]

function about(passport: string, act: (given: Given) => Promise<string | undefined>): Promise<string> {
  return besidePortal(async (db, settings) => {
    if (!bareNumber(passport)) throw new Error(`${passport} is not a passport number`)
    const done = await act({ db, settings, ...(await openStores(db, settings)) })
    return done ?? `Nothing is kept about the passport number ${passport.trim()}.`
  })
}

const listed = (plan: Plan | undefined, title: string) => plan && `${title}\n${inWords(plan)}`
