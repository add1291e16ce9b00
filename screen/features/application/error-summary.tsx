import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Page, Problem } from '../../../engine/index.ts'
import { useProblems } from '../../fields/index.ts'
import { useApplicant, useSnapshot } from './applicant-context.ts'
import styles from './error-summary.module.css'

/** The id of the summary, which takes the focus when it appears. */
const SUMMARY_ID = 'missing-information'

/** What is missing or wrong, page by page, while the status is validating (specification §2). */
export function ErrorSummary() {
  const { store, verdict } = useApplicant()
  const { web_status } = useSnapshot()
  useEffect(
    () =>
      store.onChange(({ keys }) => {
        // What the server found holds until the answer is another.
        const left = verdict.get().filter(({ key }) => !keys.includes(key))
        if (left.length < verdict.get().length) verdict.set(left)
      }),
    [store, verdict],
  )
  const own = useProblems()
  const others = useSyncExternalStore(verdict.subscribe, verdict.get)
  const problems = own.length > 0 ? own : others
  if (web_status !== 'validating' || problems.length === 0) return null
  return <Summary pages={store.form.pages} problems={problems} />
}

/** Puts the focus on the summary; false when there is none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(SUMMARY_ID)
  summary?.focus()
  return summary !== null
}

function Summary({ pages, problems }: { pages: readonly Page[]; problems: readonly Problem[] }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // It may come back while an answer is being changed: then the focus stays in the field.
    if (!document.activeElement?.matches('input, select, textarea')) section.current?.focus()
  }, [])
  return (
    <section ref={section} id={SUMMARY_ID} className={styles.summary} aria-labelledby="missing-title" tabIndex={-1}>
      <h2 id="missing-title">We are missing some information!</h2>
      <p className={styles.text}>
        The links below show what needs to be completed. Missing items will be highlighted on each page; simply fix them
        and then resubmit your application.
      </p>
      <div className={styles.pages}>
        {pages.map(({ slug, title }) => (
          <PageProblems key={slug} title={title} problems={problems.filter(({ page }) => page === slug)} />
        ))}
      </div>
    </section>
  )
}

function PageProblems({ title, problems }: { title: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div>
      <h3>
        {title} <span>{problems.length} to complete</span>
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
