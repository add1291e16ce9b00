import type { AdmissionsKey } from '../../../form/index.ts'
import { type NavigationState, readNavigationState } from '../../client/index.ts'
import { useLocation } from '../../router/index.ts'

/** The question whose answer is also the address of an account, because nobody should type it twice (Q84). */
const EMAIL_ADDRESS: AdmissionsKey = 'email_address'

/**
 * What this card received in navigation state, and the part it passes on to the next: the answers (requirements
 * 2.navigation.11 and 2.navigation.12). Without an address of an account, it is the one that was given as an answer.
 */
export function useNavigationState(): NavigationState & { readonly onward: Pick<NavigationState, 'answers'> } {
  const passed = readNavigationState(useLocation().state)
  const { answers, username = answers?.[EMAIL_ADDRESS] } = passed
  return { ...passed, ...(username && { username }), onward: answers ? { answers } : {} }
}
