import type { MouseEvent, ReactNode } from 'react'
import type { Page, PageProgress } from '../../../../engine/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { useProgress } from '../../../fields/index.ts'
import { classNames, Icon, sentence } from '../../../parts/index.ts'
import { isForBrowser, NavLink, useNavigate } from '../../../router/index.ts'
import { useApplicant, usePassAnswers, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './navigation.module.css'
import { usePageNavigation } from './page-navigation.tsx'

/**
 * The three steps of the application (requirements 2.navigation.15 and 2.navigation.19). A visitor who has given any
 * answer is sent to sign up first.
 */
export function Steps() {
  const applicant = useApplicant()
  const progress = useProgress()
  const isValidating = useSnapshot('web_status') === 'validating'
  const navigation = usePageNavigation()
  const passAnswers = usePassAnswers()
  const navigate = useNavigate()

  const follow = (event: MouseEvent, page: Page) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    if (applicant.snapshot.get().is_logged_in) navigation.goTo(`/${page.slug}`, { replace: true })
    else if (applicant.hasAnswers()) passAnswers('/signup')
    else void navigate(`/${page.slug}`, { replace: true })
  }
  return (
    <nav className={styles.steps} aria-label={say('Steps of the application')}>
      <ol>
        {applicant.store.form.pages.map((page, index) => (
          <li key={page.slug}>
            <NavLink
              className={styles.step ?? ''}
              to={`/${page.slug}`}
              replace
              onClick={(event) => follow(event, page)}
            >
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.name}>{page.title}</span>
              {progress[index] && (
                <Left count={progress[index].left} done={doneAt(index, progress)} isValidating={isValidating} />
              )}
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The words for a page with nothing left. The last one, which is signed, is not done before it is submitted. */
function doneAt(index: number, progress: readonly PageProgress[]): ReactNode {
  if (index < progress.length - 1) return say('Done')
  if (progress.some(({ left }) => left > 0)) return say('Signed')
  return <span>{sentence('Ready<rest> to submit</rest>', { rest: wide })}</span>
}

/** Words that are left out where there is no room for them. */
const wide = (words: string) => <span className={styles.noun}>{words}</span>

/** How many questions of a page are left. */
function Left({ count, done, isValidating }: { count: number; done: ReactNode; isValidating: boolean }) {
  if (count === 0)
    return (
      <span className={styles.hint}>
        <Icon name="check" />
        <span>{done}</span>
      </span>
    )
  return (
    <span className={classNames(styles.hint, isValidating && styles.wrong)}>
      {/* Each blank is inside an element, because one beside a hidden element gets lost in the accessibility tree. */}
      {sentence(
        sayCount(
          count,
          '<number>{count}</number><rest> question</rest> left',
          '<number>{count}</number><rest> questions</rest> left',
        ),
        { number: (digits) => <span translate="no">{digits}</span>, rest: wide },
      )}
    </span>
  )
}
