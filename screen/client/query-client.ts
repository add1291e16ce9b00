import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/**
 * Queries as specification §4 wants them: no retries, never stale, not fetched again on focus or mount, errors thrown to
 * the error boundary. `onUnauthorized` hears of every query that the server refused for want of a session.
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
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        throwOnError: true,
      },
      mutations: { retry: 0, networkMode: 'always' },
    },
  })
}
