import { useNavigate } from '../../../router/index.ts'
import { useApplicant } from './applicant-context.ts'

/** Goes to an account card and passes the answers in navigation state (requirement 2.navigation.11). */
export function usePassAnswers(): (to: '/login' | '/signup') => void {
  const applicant = useApplicant()
  const navigate = useNavigate()
  return (to) => {
    applicant.store.commitAll()
    void navigate(to, { state: { answers: applicant.answersToPass() } })
  }
}
