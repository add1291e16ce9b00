import type { MouseEvent } from 'react'
import { NavLink, useNavigate } from 'react-router'
import type { Page } from '../../../../engine/index.ts'
import { useProblems } from '../../../fields/index.ts'
import { useApplicant, usePassAnswers } from '../applicant/index.ts'
import { usePageNavigation } from './page-navigation.tsx'
import styles from './steps.module.css'

/**
 * The three steps of the application (requirements 2.navigation.15 and 2.navigation.19). A visitor who has given any
 * answer is sent to sign up first.
 */
export function Steps() {
  const applicant = useApplicant()
  const problems = useProblems()
  const navigation = usePageNavigation()
  const passAnswers = usePassAnswers()
  const navigate = useNavigate()

  const follow = (event: MouseEvent, page: Page) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return // a new tab
    event.preventDefault()
    if (applicant.snapshot.get().is_logged_in) navigation.goTo(`/${page.slug}`, { replace: true })
    else if (applicant.hasAnswers()) passAnswers('/signup')
    else void navigate(`/${page.slug}`, { replace: true })
  }
  return (
    <nav className={styles.steps} aria-label="Steps of the application">
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
              <span>
                <span className={styles.name}>{page.title}</span>
                {problems.length > 0 && <span className={styles.hint}>{toComplete(problems, page)}</span>}
              </span>
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function toComplete(problems: readonly { page: string }[], { slug }: Page): string {
  const count = problems.filter(({ page }) => page === slug).length
  if (count === 0) return 'Nothing is missing'
  return count === 1 ? '1 answer to complete' : `${count} answers to complete`
}
