import { makeTopupReference } from 'contract'
import { queryClient } from '../../api/queryClient.ts'
import { loadKey, useLoad } from '../../api/useLoad.ts'

/** The reference that the server keeps for the next top-up; undefined until it is there. */
export const useReference = (): string | undefined => useLoad(makeTopupReference, {}).data?.reference

/** A top-up has used it up. */
export const forgetReference = (): void => queryClient.removeQueries({ queryKey: loadKey(makeTopupReference) })
