import { useLocation } from 'react-router'
import { type Carried, readNavigationState } from '../../client/index.ts'

/**
 * What came to this card in navigation state, and what of it goes on to the next: the answers (requirements
 * 2.navigation.11 and 2.navigation.12).
 */
export function useCarried(): Carried & { readonly onward: Pick<Carried, 'answers'> } {
  const carried = readNavigationState(useLocation().state)
  return { ...carried, onward: carried.answers ? { answers: carried.answers } : {} }
}
