import { createContext, type ReactNode, useContext, useState } from 'react'
import type { StaffPayload } from '../../../api/index.ts'

export type Search = NonNullable<StaffPayload<'findApplications'>['search']>

const Memory = createContext<readonly [Search, (search: Search) => void]>([{}, () => {}])

/**
 * What was searched for last. It names a person, so it is only in the memory of the page: in no address, history or
 * storage. Coming back from an application, the search is still there.
 */
export function SearchMemory({ children }: { children: ReactNode }) {
  return <Memory value={useState<Search>({})}>{children}</Memory>
}

export const useSearch = () => useContext(Memory)
