import { pageData } from '../../client/index.ts'
import { Mark } from './mark.tsx'
import styles from './site.module.css'

/** The logo with the names of the application and the institution, for a link to the first page. */
export function Brand() {
  const { application_title, partner_name } = pageData().institution
  return (
    <>
      <Mark />
      <span className={styles.words}>
        <span className={styles.title}>{application_title}</span>
        <span className={styles.partner}>{partner_name}</span>
      </span>
    </>
  )
}
