import { getPreferences, setPreferences } from 'contract'
import { queryClient } from '../api/queryClient.ts'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'

/** Saves a preference; the screens change with the server's answer. */
export function useSavePreferences() {
  return useAction(setPreferences, { onDone: (saved) => void queryClient.setQueryData(loadKey(getPreferences), saved) })
}
