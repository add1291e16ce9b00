import { pageData } from '../../../client/index.ts'
import { lazyPart, Notice } from '../../../parts/index.ts'
import styles from './messages.module.css'

const Live = lazyPart(async () => (await import('./term-notice.tsx')).TermNotice, {
  meanwhile: <BetweenCycles />,
  preloaded: true,
})

/** What the dates of the terms mean for this applicant, as long as the page is open. */
export const TermNotice = () => (pageData().institution.term_dates ? <Live /> : null)

/** The same before its code has come, as the server wrote it. */
function BetweenCycles() {
  const { between_cycles } = pageData()
  return between_cycles ? <Notice className={styles.notice} title={between_cycles} /> : null
}
