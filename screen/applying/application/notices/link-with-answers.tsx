import type { MouseEvent, ReactNode } from 'react'
import { isForBrowser, Link } from '../../../router/index.ts'
import { usePassAnswers } from '../applicant/index.ts'

/** A link to an account card that passes on the current answers (requirement 2.navigation.11). */
export function LinkWithAnswers({ to, children }: { to: '/login' | '/signup'; children: ReactNode }) {
  const passAnswers = usePassAnswers()
  const follow = (event: MouseEvent) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    passAnswers(to)
  }
  return (
    <Link to={to} onClick={follow}>
      {children}
    </Link>
  )
}
