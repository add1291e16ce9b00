import { type ReactNode, useEffect } from 'react'
import { focusQuestion } from '../../fields/index.ts'
import { Notice } from '../../parts/index.ts'
import styles from './account-card.module.css'
import { AccountForm, type AccountFormProps } from './account-form.tsx'

type AccountCardProps = AccountFormProps & {
  lead?: ReactNode
  /** Why the person was sent here. Read aloud. */
  notice?: string | undefined
  /** The question that gets the focus when the card opens, for a card that asks for one more thing. */
  focus?: string | undefined
  /** The question at the bottom, with the link that answers it. */
  foot: ReactNode
}

/** An account card (2.auth-cards.1 to 2.auth-cards.9). */
export function AccountCard({ lead, notice, focus, foot, ...rest }: AccountCardProps) {
  useEffect(() => {
    if (focus) focusQuestion(focus)
  }, [focus])
  return (
    <AccountForm
      {...rest}
      around={(drawn) => (
        <section className={styles.card} aria-labelledby="card-title">
          <h1 id="card-title" tabIndex={-1}>
            {rest.form.pages[0]?.title}
          </h1>
          {lead && <div className={styles.lead}>{lead}</div>}
          {notice && (
            <Notice className={styles.notice} role="alert">
              {notice}
            </Notice>
          )}
          {drawn}
          <div className={styles.foot}>{foot}</div>
        </section>
      )}
    />
  )
}
