import { createAdmin, endTwoStep, newPassword, resetPassword } from './auth/operator.ts'
import { connectBeside, reasonOf, withDatabase } from './connect.ts'
import type { Db } from './db/open.ts'
import { readSettings } from './settings.ts'

const USAGE = `npm run account -- create-admin EMAIL "Full Name"    creates another administrator
npm run account -- reset-password EMAIL              sets a new password and ends the account's sessions
npm run account -- end-two-step EMAIL                for somebody who lost phone and recovery codes; ends the sessions, mails them

The password is ACCOUNT_PASSWORD of the environment (12 characters or more), or made up and shown once.
DATA_DIR and DATABASE_URL choose the database as for the portal, which may be running or not.`

async function run([command, email, name, ...more]: string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE
  const settings = readSettings(process.env)
  const ends = command === 'end-two-step' && email && name === undefined
  if (ends) return withDatabase(await connectBeside(settings, () => {}), ({ db }) => endFor(db, email))
  const creates = command === 'create-admin' && email && name && more.length === 0
  const resets = command === 'reset-password' && email && name === undefined
  if (!creates && !resets) throw new Error(USAGE)
  const given = process.env.ACCOUNT_PASSWORD
  const password = given || newPassword()
  return withDatabase(await connectBeside(settings, () => {}), async ({ db }) => {
    if (creates) await createAdmin(db, { email, full_name: name, password }, new Date())
    else await resetPassword(db, email, password)
    const done = creates ? `The administrator ${email} was created.` : `The password of ${email} was changed, and all sessions ended.`
    return given ? done : `${done}\nThe password, shown this once: ${password}`
  })
}

async function endFor(db: Db, email: string): Promise<string> {
  await endTwoStep(db, email, new Date())
  return `Two-step sign-in of ${email} was switched off, and all sessions ended.`
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
