import { formatAed, sum, toAed } from 'contract'
import type { Person } from './person.ts'

export interface Plan {
  goes: string[]
  pseudonymised: string[]
  stays: string[]
}

const FINANCIAL = 'financial records are kept for 5 to 7 years, as the law on taxes and commercial books asks'

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

const those = (...lines: [count: number, line: string][]): string[] => lines.filter(([count]) => count > 0).map(([, line]) => line)

export const planOf = (person: Person, outbox: string[]): Plan => ({
  goes: goesOf(person, outbox),
  pseudonymised: pseudonymisedOf(person),
  stays: staysOf(person),
})

const goesOf = ({ documents, employees, papers, clocks, imports, accounts, drafts, mails, notices }: Person, outbox: string[]): string[] =>
  those(
    [documents.length, `${many(documents.length, 'document')}: the files and the keys that open them`],
    [employees.length, many(employees.length, 'employee record')],
    [papers.length, `${many(papers.length, 'paper')} of the register, with earlier ones`],
    [clocks.length, `${many(clocks.length, 'clock')} that ran about dates of theirs`],
    [imports.length, `${many(imports.length, 'row')} of an import that can still be undone`],
    [
      accounts.length,
      `${many(accounts.length, 'account')} (${accounts.map((row) => row.email).join(', ')}) with sessions, links, views and picture`,
    ],
    [drafts.length, `${many(drafts.length, 'draft')} of a form, with the files uploaded for it`],
    [mails.length, `${many(mails.length, 'mail')} to the person, or waiting to tell of them`],
    [notices.length, `${many(notices.length, 'notice')} to the person, or telling of them`],
    [outbox.length, `${many(outbox.length, 'mail')} in the outbox: ${outbox.join(', ')}`],
  )

const pseudonymisedOf = ({ applications, stages, messages, notes, signatories, importedFiles, history, payments }: Person): string[] =>
  those(
    [
      applications.length,
      `${many(applications.length, 'application')}: company, kind, price, stages and their dates stay, the person goes`,
    ],
    [stages.length, `${many(stages.length, 'stage')}: the notes go`],
    [messages.length, `${many(messages.length, 'message')}: the texts go, who wrote and when stays`],
    [notes.length, `${many(notes.length, 'internal note')}: the texts go, who wrote and when stays`],
    [signatories.length, `the signatory of ${many(signatories.length, 'company', 'companies')}: the name goes`],
    [importedFiles.length, `${many(importedFiles.length, 'import')} of a file with the person’s name or number: the name of the file goes`],
    [history.length, `${many(history.length, 'line')} of history: values become "erased"; record, field and moment stay`],
    [payments.length, `${many(payments.length, 'transaction')}: the name goes`],
  )

function staysOf({ payments, otherAccounts, unsure }: Person): string[] {
  const amount = formatAed(toAed(sum(payments.map((row) => row.amount_fils))))
  const others = otherAccounts.map((row) => row.email).join(', ')
  const open = unsure.map((row) => row.id).join(', ')
  return those(
    [payments.length, `${many(payments.length, 'transaction')} of ${amount} with what the ledger has of it: ${FINANCIAL}`],
    [otherAccounts.length, `the account ${others}: it runs a company, not this visa`],
    [unsure.length, `${many(unsure.length, 'application')} without a passport number, of the same name as several people: ${open}`],
  )
}

export const isUnknown = (person: Person): boolean => {
  const { goes, pseudonymised } = planOf(person, [])
  return goes.length + pseudonymised.length === 0
}

export function inWords({ goes, pseudonymised, stays }: Plan): string {
  const part = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [])
  return [
    ...part('Deleted:', goes),
    ...part('Kept without the person:', pseudonymised),
    ...part('Kept as it is:', [...stays, ELSEWHERE]),
  ].join('\n')
}

const ELSEWHERE =
  'what lies outside, as long as you keep it: backups, older versions in a bucket, archived logs of the database, mails that were sent; and people and documents in company profiles'
