import { useEffect, useRef } from 'react'
import { ownErrors } from '../../../../api/browser.ts'
import type { Page, Problem } from '../../../../engine/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { Link } from '../../../router/index.ts'
import styles from './check-answers.module.css'
import { SUMMARY_ID, summaryShown } from './focus-summary.ts'

/** The problems of each page, as links to their fields (requirements 2.summary). */
export function MissingInformation({ pages, problems }: { pages: readonly Page[]; problems: readonly Problem[] }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // If it reappears while the person is changing an answer, the focus stays in the field.
    if (!document.activeElement?.matches('input, select, textarea')) section.current?.focus()
    summaryShown.set(true)
    return () => summaryShown.set(false)
  }, [])
  return (
    <section ref={section} id={SUMMARY_ID} className={styles.summary} aria-labelledby="missing-title" tabIndex={-1}>
      <h2 id="missing-title">{say(ownErrors.incomplete.message)}</h2>
      <p className={styles.text}>
        {say(
          'The links below show what needs to be completed. Missing items will be highlighted on each page; simply fix them and then resubmit your application.',
        )}
      </p>
      <div className={styles.pages}>
        {pages.map(({ slug, title }) => (
          <PageProblems key={slug} title={title} problems={problems.filter(({ page }) => page === slug)} />
        ))}
      </div>
    </section>
  )
}

/** How many problems a page has. */
export const toComplete = (count: number): string => sayCount(count, '{count} to complete', '{count} to complete')

function PageProblems({ title, problems }: { title: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div>
      <h3>
        <span>{title}</span> <span className={styles.count}>{toComplete(problems.length)}</span>
      </h3>
      <ul>
        {problems.map(({ page, key, message }) => (
          <li key={`${key} ${message}`}>
            <Link to={`/${page}#${key}`}>{message}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
