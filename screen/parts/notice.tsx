import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  /** `stop` means that the applicant should not continue. */
  kind?: 'plain' | 'stop'
  title?: ReactNode
}

/** A message that must not be missed. Give it a `role` if it appears while the page is in use. */
export function Notice({ kind = 'plain', title, className, children, ...rest }: NoticeProps) {
  return (
    <div {...rest} className={classNames(styles.notice, kind === 'stop' && styles.stop, className)}>
      <Icon name={kind === 'stop' ? 'stop' : 'alert'} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
