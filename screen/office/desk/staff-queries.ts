import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './staff-call.ts'

export const SESSION = ['staffSession'] as const

/** The client of every query of the staff desk. Whatever says that nobody is signed in any more, the whole desk hears. */
export function createStaffQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (isSignedOut(error) && queryKey[0] !== SESSION[0]) void queries.resetQueries({ queryKey: SESSION })
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 0, gcTime: 0, networkMode: 'always' } },
  })
  return queries
}
