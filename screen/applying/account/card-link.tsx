import type { ReactNode } from 'react'
import { answerTo } from '../../../engine/index.ts'
import { useApplication } from '../../fields/index.ts'
import { Link } from '../../router/index.ts'
import { useNavigationState } from './use-navigation-state.ts'

type CardLinkProps = { to: '/signup' | '/confirm' | '/login' | '/forgot'; children: ReactNode }

/** A link to another card, which gets the answers (requirement 2.navigation.11) and the address typed in this one. */
export function CardLink({ to, children }: CardLinkProps) {
  const { onward } = useNavigationState()
  const username = useApplication(({ answer }) => answerTo(answer, 'username'))
  return (
    <Link to={to} state={{ ...onward, ...(username !== '' && { username }) }}>
      {children}
    </Link>
  )
}
