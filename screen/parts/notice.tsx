import type { ComponentProps, ReactNode } from 'react'
import { say } from '../../engine/index.ts'
import { Icon } from './icon.tsx'
import { Frame } from './layout.tsx'
import styles from './messages.module.css'
import { classNames } from './text.tsx'

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** `stop` means that the applicant should not continue; `error` and `success` say how something ended. */
  kind?: keyof typeof icons
  title?: ReactNode
}

/** A message that must not be missed. Give it a `role` if it appears while the page is in use. */
export function Notice({ kind = 'plain', title, className, children, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={classNames(styles.notice, kind !== 'plain' && styles[kind], className)}>
      <Icon name={icons[kind]} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}

const icons = { plain: 'alert', stop: 'stop', error: 'alert', success: 'check' } as const

/** One announcement above everything else on the page, in a region named `label`. */
export function AlertLine({ label = say('Announcement'), children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.alert} aria-label={label}>
      <Frame className={styles.alertRow}>
        <Icon name="alert" />
        <p>{children}</p>
      </Frame>
    </section>
  )
}
