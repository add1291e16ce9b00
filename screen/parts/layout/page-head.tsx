import type { ReactNode, Ref } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: ReactNode
  /** Opening sentences, in larger type. */
  children?: ReactNode
  /** The heading, which can take focus after a page change. */
  ref?: Ref<HTMLHeadingElement>
}

/** The page title. Use it once per page. */
export function PageHead({ title, children, ref }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {children && <div className={styles.lead}>{children}</div>}
    </div>
  )
}
