import { useQueryClient } from '@tanstack/react-query'
import { getPreferences, setPreferences } from 'contract'
import { useAction } from '../api/useAction.ts'
import { loadKey } from '../api/useLoad.ts'

/** Saves a preference; the screens change with the server's answer. */
export function useSavePreferences() {
  const cache = useQueryClient()
  return useAction(setPreferences, { onDone: (saved) => void cache.setQueryData(loadKey(getPreferences), saved) })
}
