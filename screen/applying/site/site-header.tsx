import type { ReactNode } from 'react'
import { say } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import { pageData } from '../../client/index.ts'
import { Frame, Logo, SkipLink } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import { LanguageLinks } from './language-links.tsx'
import styles from './site.module.css'
import { SiteAlert } from './site-alert.tsx'

/** The logo, the title and the account menu (requirement 2.routes.15), with the alert banner above them. */
export function SiteHeader({ account }: { account: ReactNode }) {
  return (
    <>
      <SkipLink to="main">{say('Skip to main content')}</SkipLink>
      <SiteAlert />
      <header className={styles.header}>
        <Frame className={styles.row}>
          <Link className={styles.brand} to={firstPath}>
            <Brand />
          </Link>
          <div className={styles.headerEnd}>
            <LanguageLinks />
            {account}
          </div>
        </Frame>
      </header>
    </>
  )
}

/** The logo with the names of the application and the institution, for a link to the first page. */
export function Brand() {
  const { application_title, partner_name } = pageData().institution
  return (
    <>
      <Mark />
      <span className={styles.words}>
        <span className={styles.title}>{say(application_title)}</span>
        <span className={styles.partner}>{partner_name}</span>
      </span>
    </>
  )
}

/**
 * The logo: two mountain slopes, one in the sun, or the institution's own. Its size is set here too, in case the style sheet
 * is missing.
 */
export function Mark() {
  const { logo } = pageData()
  return logo ? (
    <Logo {...logo} />
  ) : (
    <svg className={styles.mark} viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <path className={styles.shade} d="M18 6l6.5 10.5L29 12l13 26H14.5l3-8-3.5-6.5z" />
      <path className={styles.light} d="M15.8 9.6 2 38h9.6l2.9-7.6-3.6-6.7z" />
    </svg>
  )
}
