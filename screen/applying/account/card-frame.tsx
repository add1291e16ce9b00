import type { ReactNode } from 'react'
import { say, toSay } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import { Button, Frame, Icon, sentence } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'
import styles from './account.module.css'

type CardFrameProps = {
  title: ReactNode
  /** One sentence below the title. */
  lead?: ReactNode
  /** The card itself. */
  children: ReactNode
}

/**
 * The page of one account card. From 900px wide, the heading is on the left and the card beside it; below that, they
 * stack in one centered column.
 */
export function CardFrame({ title, lead, children }: CardFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.intro}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {/* No region of its own: its name would be the heading again. */}
      <div className={styles.card}>{children}</div>
      <ul className={styles.promises}>
        {promises.map(([icon, words]) => (
          <li key={words}>
            <Icon name={icon} />
            <span>{say(words)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const promises = [
  ['check', toSay('We save your answers as you type.')],
  ['devices', toSay('Come back anytime, on any device.')],
  ['lock', toSay('We encrypt your Social Security number.')],
] as const

/** The page layout around an account card. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.layout} data-toasts-aside>
      <Frame>{children}</Frame>
    </main>
  )
}

type SignedInCardProps = { username: string; onLogOut: () => Promise<void> }

/** Replaces an account card for people who are logged in: says who they are, and offers to continue or log out. */
export function SignedInCard({ username, onLogOut }: SignedInCardProps) {
  const navigate = useNavigate()
  return (
    <CardFrame title={say('You’re logged in')}>
      <p>
        {sentence('You’re logged in as {username}. To use another account, log out first.', {
          username: <strong translate="no">{username.toLowerCase()}</strong>,
        })}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => void navigate(firstPath)}>{say('Go to your application')}</Button>
        <Button variant="outline" onClick={() => void onLogOut()}>
          {say('Log out')}
        </Button>
      </div>
    </CardFrame>
  )
}

/** What a person reads who takes answers along to an account. */
export const ANSWERS_FOLLOW = toSay('We’ll bring your answers with you.')
