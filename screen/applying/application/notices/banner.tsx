import type { MouseEvent, ReactNode } from 'react'
import { answerTo, say } from '../../../../engine/index.ts'
import { type AdmissionsKey, firstPath } from '../../../../form/index.ts'
import { pageData } from '../../../client/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Columns, classNames, Frame, given, Icon, marked, sentence } from '../../../parts/index.ts'
import { isForBrowser, Link, useLocation } from '../../../router/index.ts'
import type { Snapshot } from '../applicant/applicant.ts'
import { usePassAnswers, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './notices.module.css'

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
    <section className={styles.banner} aria-label={say('Welcome')}>
      <Frame>
        <Columns className={classNames(styles.row, words.offersLogin && styles.preview)}>
          <p className={styles.title}>{marked(words.title)}</p>
          <div>
            <p className={styles.text}>
              <span>{words.text}</span>
              {words.offersLogin && (
                <span className={styles.login}>
                  {' '}
                  {sentence('If you have an account, <link>click here to log back in</link>.', {
                    link: (words) => <LinkWithAnswers to="/login">{words}</LinkWithAnswers>,
                  })}
                </span>
              )}
            </p>
            <BeforeYouStart />
          </div>
        </Columns>
      </Frame>
    </section>
  )
}

/**
 * What to have at hand, how long it takes and until when to apply: for a visitor on the first page, behind one line, so
 * that the first field comes before the fold.
 */
function BeforeYouStart() {
  const is_logged_in = useSnapshot('is_logged_in')
  const { pathname } = useLocation()
  const { deadline } = pageData().institution
  if (is_logged_in || pathname !== firstPath) return null
  return (
    <details className={styles.beforeYouStart}>
      <summary>
        <span>{say('Before you start: about 30 minutes')}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul className={styles.list}>
        <li>{say('Have the names of your schools and the dates you attended handy.')}</li>
        <li>{say('Transcripts and test scores help, but you can start without them.')}</li>
        <li>{say('Plan on about 30 minutes. You can stop anytime and come back.')}</li>
        <li>{say('When you go to the next page, we’ll ask you to create an account so your answers are saved.')}</li>
        {deadline && <li>{withWholeDays(say(deadline))}</li>}
      </ul>
    </details>
  )
}

/** A month and its day stay on one line. */
const withWholeDays = (text: string) => text.replace(/(\p{Lu}\p{Ll}+) (?=\d{1,2}\b)/gu, '$1\u00a0')

type Known = Pick<Snapshot, 'web_status' | 'is_logged_in' | 'has_changed_page' | 'num_logins'>
type BannerWords = { readonly title: string; readonly text: string; readonly offersLogin: boolean }

/**
 * The welcome text of the form pages; undefined while it is hidden (requirements 4.banner, cases 2 to 4 in order; case
 * 1 is at the top of the completion page). `first` is the first name, or '' if unknown.
 */
export function bannerOf(snapshot: Known, first: string, partner: string): BannerWords | undefined {
  const { web_status, is_logged_in, has_changed_page, num_logins } = snapshot
  if (web_status === 'submitted' || web_status === 'validating' || (is_logged_in && has_changed_page)) return undefined
  if (is_logged_in && num_logins === 1) {
    return {
      title: first === '' ? say('Hi') : say('Hi {firstName}', { firstName: given(first) }),
      text: say(
        'Thank you for choosing {institution}. Have your transcripts and test scores handy. You can answer in any order, take a break, and pick up where you left off.',
        { institution: partner },
      ),
      offersLogin: false,
    }
  }
  if (is_logged_in) {
    return {
      title: say('Welcome back...'),
      text: say('Your answers are saved. Finish what’s left, then submit your application now.'),
      offersLogin: false,
    }
  }
  return {
    title: say('Apply as a transfer student'),
    text: say('This is a preview, and you can start right away.'),
    offersLogin: true,
  }
}

/** A link to an account card that passes on the current answers (requirement 2.navigation.11). */
export function LinkWithAnswers({ to, children }: { to: '/login' | '/signup'; children: ReactNode }) {
  const passAnswers = usePassAnswers()
  const follow = (event: MouseEvent) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    passAnswers(to)
  }
  return (
    <Link to={to} onClick={follow}>
      {children}
    </Link>
  )
}
