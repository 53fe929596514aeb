import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, calls } from 'contract'
import { ACCESS, type Cells } from '../test/accessMatrix.ts'
import type { CallName, Who } from '../test/everyCall.ts'

export const page = join(import.meta.dirname, '../docs/access.md')

const WHO: Record<Who, string> = {
  signed_out: 'Signed out',
  pending: 'Not approved',
  employee: 'employee',
  company_admin: 'company_admin',
  admin: 'admin',
}

const MEANING: Record<number, string> = {
  200: 'yes',
  201: 'yes',
  204: 'yes',
  302: 'yes',
  401: 'sign in',
  403: 'no',
  404: '–',
  409: 'yes',
  410: 'yes',
}
/** `own`: only one's own records, while those of others are answered like unknown ones. `any`: everybody's. */
function said(cells: Cells): string {
  if (typeof cells === 'number') return `${MEANING[cells] ?? ''} ${cells}`
  const [own = 0, foreign = 0] = cells
  return foreign === 404 ? `own ${own}` : `any ${own}`
}

/** The whole page. */
export function made(): string {
  const rows = Object.entries(ACCESS).map(([name, row]) => {
    const call: Call = calls[name as CallName]
    const cells = Object.keys(WHO).map((who) => said(row.answers[who as Who]))
    const kept = row.journal === 'none' ? '–' : row.journal.replace('_', '-')
    return `| \`${call.method} ${call.path}\` | ${cells.join(' | ')} | ${kept} |`
  })
  return `# Who may make which call, and what is kept of it

Made by \`npm run make -- access\` from \`test/accessMatrix.ts\`. \`server/test/access.test.ts\` sends every call as everybody and holds it to that.

- **yes**, with the status of a success; **own**: for records of one's own company or person, while a foreign record is answered with 404,
  exactly as one that does not exist; **any**: for everybody's records.
- **no**: 403 for any record; **sign in**: 401. *Not approved* is an account that waits for an administrator.
- Calls that sign in or register are open to all and judge what they are given; \`POST /auth/session\` is tried with an id that nobody issued.
- **yes 409** and **yes 410**: nobody is kept from it, but the matrix tries it where there is nothing to confirm, end or pass.
- **Kept as**: the kind of record under which Journal keeps each success, as a reading or as the change that it made. A dash: the answer shows
  nobody, or nobody but who asks. Of the redirects of a sign-in only those that fail are kept. Refused calls are kept as well
  ([operations](operations.md#who-changed-and-who-saw-what)).
- What a role sees within a record or a list, and the fields that only an administrator sets, stand with the calls in \`contract/src/\`.

| Call | ${Object.values(WHO).join(' | ')} | Kept as |
|---|${Object.keys(WHO)
    .map(() => '---|')
    .join('')}---|
${rows.join('\n')}
`
}

export const make = (): void => writeFileSync(page, made())
