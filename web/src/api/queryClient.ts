import { QueryClient } from '@tanstack/react-query'
import { isUnavailable } from './connection.ts'
import { Refusal } from './refusal.ts'

const MAX_RETRIES = 2
const FIRST_RETRY_DELAY_MS = 400

/** What the server said, kept in memory only; a refusal is final, where no answer came it is asked again, more and more slowly. */
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
