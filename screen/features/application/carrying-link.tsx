import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useCarry } from './use-carry.ts'

/** A link to an account card, which takes the answers of that moment along (requirement 2.navigation.11). */
export function CarryingLink({ to, children }: { to: '/login' | '/signup'; children: ReactNode }) {
  const carry = useCarry()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return // another tab
    event.preventDefault()
    carry(to)
  }
  return (
    <Link to={to} onClick={follow}>
      {children}
    </Link>
  )
}
