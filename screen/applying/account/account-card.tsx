import { type ReactNode, useEffect, useState } from 'react'
import { answerTo, say } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { type NavigationState, readNavigationState } from '../../client/index.ts'
import { useApplication } from '../../fields/index.ts'
import { Notice, SaidAgain } from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import styles from './account.module.css'
import { AccountForm, type AccountFormProps } from './account-form.tsx'
import { CardFrame } from './card-frame.tsx'

type AccountCardProps = AccountFormProps & {
  lead?: ReactNode
  /** Why the person was sent here. Read aloud. */
  notice?: string | undefined
  /** What has just been done. A toast has read it aloud. */
  confirmation?: string | undefined
  /** The question that gets the focus when the card opens, for a card that asks for one more thing. */
  focus?: string | false | undefined
  /** The question at the bottom, with the link that answers it. */
  foot: ReactNode
}

/** An account card (2.auth-cards.1 to 2.auth-cards.9). */
export function AccountCard({ lead, notice, confirmation, focus, foot, ...rest }: AccountCardProps) {
  useEffect(() => {
    // After the focus has gone to the heading, as on every page change.
    if (focus) queueMicrotask(() => document.getElementById(focus)?.focus())
  }, [focus])
  return (
    <AccountForm
      {...rest}
      around={(drawn) => (
        <CardFrame title={say(rest.form.pages[0]?.title ?? '')} lead={lead}>
          {notice && <NoticeReadAloud>{notice}</NoticeReadAloud>}
          {confirmation && !notice && (
            <Notice kind="success" className={styles.notice}>
              <p>
                <SaidAgain>{confirmation}</SaidAgain>
              </p>
            </Notice>
          )}
          {drawn}
          <div className={styles.foot}>{foot}</div>
        </CardFrame>
      )}
    />
  )
}

/** Milliseconds after which a screen reader has noticed the page. */
const NOTICED = 300

/** Screen readers get it a moment after the page: Orca does not read an alert that arrives with what is around it. */
function NoticeReadAloud({ children }: { children: string }) {
  const [isNoticed, setNoticed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(true), NOTICED)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice className={styles.notice} role="alert" aria-hidden={!isNoticed || undefined}>
      <p>
        <SaidAgain>{children}</SaidAgain>
      </p>
    </Notice>
  )
}

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

/** The way back for a person who remembers the password after all. */
export const RememberedPassword = () => (
  <p>
    <span>{say('Remember your password?')}</span> <CardLink to="/login">{say('Log in')}</CardLink>
  </p>
)

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
