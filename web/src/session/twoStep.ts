import { getSettings } from 'contract'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { loadKey } from '../api/useLoad.ts'

/** Whether this user must set up two-step sign-in before anything else. */
export async function mustSetUpTwoStep(): Promise<boolean> {
  try {
    const queryFn = () => send(getSettings, {})
    const settings = await queryClient.fetchQuery({ queryKey: loadKey(getSettings), queryFn, staleTime: Number.POSITIVE_INFINITY })
    return settings.must_set_up_two_step === true
  } catch (error) {
    // The next screen will say that the portal cannot be reached.
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** Asks the server again after it has been set up. */
export const recheckTwoStep = (): Promise<void> => queryClient.invalidateQueries({ queryKey: loadKey(getSettings), refetchType: 'none' })
