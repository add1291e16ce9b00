import { answerTo } from '../../../../engine/index.ts'
import type { AdmissionsKey } from '../../../../form/index.ts'
import { pageData } from '../../../client/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Columns, Frame } from '../../../parts/index.ts'
import { useSnapshot } from '../applicant/index.ts'
import { bannerOf } from './banner-of.ts'
import { BeforeYouStart } from './before-you-start.tsx'
import { LinkWithAnswers } from './link-with-answers.tsx'
import styles from './messages.module.css'

/** The welcome text above the form (requirements 4.banner). */
export function Banner() {
  const snapshot = {
    web_status: useSnapshot('web_status'),
    is_logged_in: useSnapshot('is_logged_in'),
    has_changed_page: useSnapshot('has_changed_page'),
    num_logins: useSnapshot('num_logins'),
  }
  const isGreeted = snapshot.is_logged_in && snapshot.num_logins === 1
  const first = useApplication(({ answer }) => (isGreeted ? answerTo<AdmissionsKey>(answer, 'first_name').trim() : ''))
  const words = bannerOf(snapshot, first, pageData().institution.partner_short_name)
  if (words === undefined) return null
  return (
    <section className={styles.banner} aria-label="Welcome">
      <Frame>
        <Columns className={styles.row}>
          <p className={styles.title}>{words.title}</p>
          <p className={styles.text}>
            <span>{words.text}</span>
            {words.offersLogin && (
              <span className={styles.login}>
                {' '}
                <span>If you have an account,</span>{' '}
                <LinkWithAnswers to="/login">click here to log back in</LinkWithAnswers>
                <span>.</span>
              </span>
            )}
          </p>
        </Columns>
        <BeforeYouStart />
      </Frame>
    </section>
  )
}
