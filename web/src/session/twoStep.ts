import { Refusal } from '../api/refusal.ts'
import { loadSettings, settingsNow } from './settings.ts'

/** Whether this user must set up two-step sign-in before anything else. */
export async function mustSetUpTwoStep(): Promise<boolean> {
  try {
    const settings = settingsNow()?.settings ?? (await loadSettings())
    return settings.must_set_up_two_step === true
  } catch (error) {
    // The next screen will say that the portal cannot be reached.
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
