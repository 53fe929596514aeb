import { getSettings } from 'contract'
import { queryClient } from '../api/queryClient.ts'
import { Refusal } from '../api/refusal.ts'
import { send } from '../api/send.ts'
import { loadKey } from '../api/useLoad.ts'

/** Whether the portal demands of this person to set up two-step sign-in before anything else. */
export async function mustSetUpTwoStep(): Promise<boolean> {
  try {
    const queryFn = () => send(getSettings, {})
    const settings = await queryClient.fetchQuery({ queryKey: loadKey(getSettings), queryFn, staleTime: Number.POSITIVE_INFINITY })
    return settings.must_set_up_two_step === true
  } catch (error) {
    // The screen that follows tells that the portal cannot be reached.
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** Asks anew once it is set up. */
export const forgetDemand = (): Promise<void> => queryClient.invalidateQueries({ queryKey: loadKey(getSettings), refetchType: 'none' })
