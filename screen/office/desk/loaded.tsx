import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, Loading, Notice } from '../../parts/index.ts'

/** What a query has read, or that it is being read, or why it could not be, with a way to try again. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <NotLoaded query={query} /> : <Loading label="Loading…" />
}

/** Why something could not be read, if it could not, with a way to try again. */
export const NotLoaded = ({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) =>
  query.error && (
    <Notice kind="error" role="alert">
      <p>{query.error.message}</p>
      <Button size="small" variant="outline" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Notice>
  )
