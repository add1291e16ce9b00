import { createContext, type ReactNode, useContext } from 'react'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import type { Happening } from './clearings.ts'

const HappeningsContext = createContext<readonly Happening[]>([])

/** Listens once for what answers clear, for all the questions inside it. */
export function HappeningsProvider({ children }: { children: ReactNode }) {
  const { subscribe, happenings } = useApplicationStore()
  return <HappeningsContext value={useObserved(subscribe, happenings)}>{children}</HappeningsContext>
}

/** Whether a change of one of these answers may have cleared others. */
export const useHasCleared = (keys: readonly string[]): boolean =>
  useContext(HappeningsContext).some((each) => 'key' in each && keys.includes(each.key))
