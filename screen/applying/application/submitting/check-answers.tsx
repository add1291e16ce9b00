import { useDeferredValue, useMemo, useState } from 'react'
import { outlineOf, problemsIn, type ReviewPage, reviewOf } from '../../../../engine/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Icon, VisuallyHidden } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant } from '../applicant/index.ts'
import styles from './check-answers.module.css'
import { ReviewRows } from './review-rows.tsx'

/**
 * The answers from the earlier pages to read once more before signing: what is missing in red, what was answered in
 * reading order, and what was left out folded away. Each section can be changed.
 */
export function CheckAnswers({ slugs }: { slugs: readonly string[] }) {
  const { form, today } = useApplicant().store
  const application = useDeferredValue(useApplication((current) => current)) // never slows down typing
  const pages = useMemo(
    () => reviewOf(outlineOf(form, application), problemsIn(form, application, today)),
    [form, application, today],
  )
  return (
    <div>
      {pages
        .filter(({ slug }) => slugs.includes(slug))
        .map((page) => (
          <PageOfAnswers key={page.slug} page={page} />
        ))}
    </div>
  )
}

function PageOfAnswers({ page }: { page: ReviewPage }) {
  const { slug, title, sections, unanswered } = page
  const [isWide] = useState(() => window.matchMedia('(width >= 900px)').matches)
  return (
    <details className={styles.page} open={isWide}>
      <summary>
        <h3>{title}</h3>
        <Counts page={page} />
        <Icon name="chevron-down" />
      </summary>
      {sections.map(({ key, title: section, rows }) => (
        <section key={key}>
          <div className={styles.head}>
            <h4>{section}</h4>
            <Link to={`/${slug}#${key}`}>
              <span>Change</span>
              <VisuallyHidden>{` ${section}`}</VisuallyHidden>
            </Link>
          </div>
          <ReviewRows rows={rows} slug={slug} />
        </section>
      ))}
      {unanswered.length > 0 && (
        <details className={styles.unanswered}>
          <summary>
            {`Show ${unanswered.length} unanswered ${unanswered.length === 1 ? 'question' : 'questions'}`}
          </summary>
          <ul>
            {unanswered.map(({ key, label }) => (
              <li key={key}>
                <Link to={`/${slug}#${key}`}>{label}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </details>
  )
}

function Counts({ page: { answered, problems } }: { page: ReviewPage }) {
  return (
    <span className={styles.checkAnswersCount}>
      <span>{`${problems === 0 ? 'Nothing required is missing. ' : ''}${answered} answered`}</span>
      {problems > 0 && <span className={styles.missing}>{`, ${problems} to complete`}</span>}
    </span>
  )
}
