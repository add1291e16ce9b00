import type { ReactNode } from 'react'
import { firstPath } from '../../../form/index.ts'
import { Frame, SkipLink } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import { Brand } from './brand.tsx'
import styles from './site.module.css'
import { SiteAlert } from './site-alert.tsx'

/** The logo, the title and the account menu (requirement 2.routes.15), with the alert banner above them. */
export function SiteHeader({ account }: { account: ReactNode }) {
  return (
    <>
      <SkipLink to="main">Skip to main content</SkipLink>
      <SiteAlert />
      <header className={styles.header}>
        <Frame className={styles.row}>
          <Link className={styles.brand} to={firstPath}>
            <Brand />
          </Link>
          {account}
        </Frame>
      </header>
    </>
  )
}
