import { type ReactNode, useEffect } from 'react'
import { Notice } from '../../parts/index.ts'
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
        <CardFrame title={rest.form.pages[0]?.title} lead={lead}>
          {notice && (
            <Notice className={styles.notice} role="alert">
              <p>{notice}</p>
            </Notice>
          )}
          {confirmation && !notice && (
            <Notice kind="success" className={styles.notice}>
              <p>{confirmation}</p>
            </Notice>
          )}
          {drawn}
          <div className={styles.foot}>{foot}</div>
        </CardFrame>
      )}
    />
  )
}
