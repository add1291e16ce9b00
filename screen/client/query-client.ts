import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/**
 * For one page that asks, made with it: 30 KB that the first page does without. No retries, never stale, not fetched again
 * on focus or mount, errors thrown to the error boundary (4.query.1 to 4.query.4); what no part shows any more is dropped at
 * once. `onUnauthorized` hears of every query that the server refused for want of a session.
 */
export function createQueryClient({ onUnauthorized }: { onUnauthorized: () => void }): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof CallError && error.status === 401) onUnauthorized()
      },
    }),
    defaultOptions: {
      queries: {
        retry: 0,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        throwOnError: true,
      },
    },
  })
}
