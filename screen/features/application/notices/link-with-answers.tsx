import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { usePassAnswers } from '../applicant/index.ts'

/** A link to an account card that passes on the current answers (requirement 2.navigation.11). */
export function LinkWithAnswers({ to, children }: { to: '/login' | '/signup'; children: ReactNode }) {
  const passAnswers = usePassAnswers()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return // a new tab
    event.preventDefault()
    passAnswers(to)
  }
  return (
    <Link to={to} onClick={follow}>
      {children}
    </Link>
  )
}
