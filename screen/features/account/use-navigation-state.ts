import { type NavigationState, readNavigationState } from '../../client/index.ts'
import { useLocation } from '../../router/index.ts'

/**
 * What this card received in navigation state, and the part it passes on to the next: the answers (requirements
 * 2.navigation.11 and 2.navigation.12).
 */
export function useNavigationState(): NavigationState & { readonly onward: Pick<NavigationState, 'answers'> } {
  const passed = readNavigationState(useLocation().state)
  return { ...passed, onward: passed.answers ? { answers: passed.answers } : {} }
}
