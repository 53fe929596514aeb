import { createAdmin, endTwoStep, newPassword, resetPassword } from '../auth/operator.ts'
import { endAdministrator } from '../users/ending.ts'
import { besidePortal, type Form, value } from './command.ts'

export const forms: Form[] = [
  {
    words: ['account', 'create-admin', value('EMAIL'), value('"Full Name"')],
    effect: 'creates another administrator. The password is ACCOUNT_PASSWORD (12 characters or more), or made up and shown once',
    async run(email, full_name) {
      const { password, shown } = choosePassword()
      await besidePortal((db) => createAdmin(db, { email, full_name, password }, new Date()))
      return `The administrator ${email} was created.${shown}`
    },
  },
  {
    words: ['account', 'reset-password', value('EMAIL')],
    effect: "sets a new password, chosen in the same way, and ends the account's sessions",
    async run(email) {
      const { password, shown } = choosePassword()
      await besidePortal((db) => resetPassword(db, email, password))
      return `The password of ${email} was changed, and all sessions ended.${shown}`
    },
  },
  {
    words: ['account', 'end-two-step', value('EMAIL')],
    effect: 'switches two-step sign-in off for somebody who lost phone and recovery codes, ends the sessions and tells them by mail',
    async run(email) {
      await besidePortal((db) => endTwoStep(db, email, new Date()))
      return `Two-step sign-in of ${email} was switched off, and all sessions ended.`
    },
  },
  {
    words: ['account', 'end', value('EMAIL')],
    option: { name: 'cases-to', value: 'EMAIL' },
    effect:
      "ends an administrator's account: sessions, links and sign-in. The cases go to another administrator, or to nobody.\nThe name stays in the history; the last administrator stays",
    async run(email, cases_to?: string) {
      const { cases, heir } = await besidePortal((db) => endAdministrator(db, { email, cases_to }, new Date()))
      return `The account ${email} has ended. Cases that ${heir ? `went to ${heir}` : 'nobody carries now'}: ${cases}.`
    },
  },
]

function choosePassword(): { password: string; shown: string } {
  const given = process.env.ACCOUNT_PASSWORD
  if (given) return { password: given, shown: '' }
  const password = newPassword()
  return { password, shown: `\nThe password, shown this once: ${password}` }
}
