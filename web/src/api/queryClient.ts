import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isUnavailable, onReturn } from './connection.ts'
import { onOtherUser } from './otherUser.ts'
import { Refusal } from './refusal.ts'

const MAX_RETRIES = 2
const FIRST_RETRY_DELAY_MS = 400

/**
 * Caches answers in memory. The hooks are handed it: a provider around all screens would make it part of the start page, which loads nothing.
 * A refusal is final; if no answer came, the call is repeated with growing delays.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => error instanceof Refusal && isUnavailable(error.status) && failures < MAX_RETRIES,
      retryDelay: (failures) => FIRST_RETRY_DELAY_MS * 3 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// Answers that come together are shown together: each showing costs a render of its own.
const FRAME_MS = 16
let waiting: (() => void)[] = []
notifyManager.setScheduler((tell) => {
  if (waiting.push(tell) > 1) return
  setTimeout(() => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  }, FRAME_MS)
})

queryClient.mount()
onOtherUser(() => queryClient.clear())
onReturn(() => void queryClient.refetchQueries({ type: 'active' }))
