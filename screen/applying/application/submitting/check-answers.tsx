import { useDeferredValue, useMemo, useState } from 'react'
import { outlineOf, problemsIn, type ReviewPage, type ReviewRow, reviewOf } from '../../../../engine/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Icon, VisuallyHidden } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import styles from './check-answers.module.css'

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

type Pair = Exclude<ReviewRow, { kind: 'heading' }>

/** The answers of a section. What is missing or wrong is red and leads to its question on the page `slug`. */
export const ReviewRows = ({ rows, slug }: { rows: readonly ReviewRow[]; slug: string }) =>
  runsOf(rows).map(({ heading, pairs }) => (
    <div key={heading?.key ?? pairs[0]?.key}>
      {heading && <h5 className={styles.heading}>{heading.label}</h5>}
      <dl className={styles.rows}>
        {pairs.map((pair) => (
          <div key={pair.key}>
            <dt>{pair.label}</dt>
            <dd>
              <Answer row={pair} slug={slug} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ))

function Answer({ row, slug }: { row: Pair; slug: string }) {
  switch (row.kind) {
    case 'answer':
      return <span translate="no">{row.text}</span>
    case 'checks':
      if (row.options.length === 0)
        return (
          <span className={styles.check}>
            <Icon name="check" />
            <span>Checked</span>
          </span>
        )
      return (
        <ul>
          {row.options.map((option) => (
            <li key={option} className={styles.check}>
              <Icon name="check" />
              <span>
                <VisuallyHidden>Checked: </VisuallyHidden>
                <span>{option}</span>
              </span>
            </li>
          ))}
        </ul>
      )
    case 'problem':
      return (
        <span className={styles.problem}>
          <Icon name="alert" />
          <span>
            {row.message !== null && <span translate="no">{row.text}</span>}
            <span>{row.message === null ? 'Not answered yet. ' : `: ${row.message} `}</span>
            <Link to={`/${slug}#${row.key}`}>
              <span>{row.message === null ? 'Answer' : 'Correct'}</span>
              <VisuallyHidden>{` ${row.label}`}</VisuallyHidden>
            </Link>
          </span>
        </span>
      )
  }
}

type Run = { readonly heading?: Extract<ReviewRow, { kind: 'heading' }>; readonly pairs: readonly Pair[] }

/** The rows under each heading. */
function runsOf(rows: readonly ReviewRow[]): readonly Run[] {
  const runs: { heading?: Extract<ReviewRow, { kind: 'heading' }>; pairs: Pair[] }[] = []
  for (const row of rows) {
    if (row.kind === 'heading') runs.push({ heading: row, pairs: [] })
    else if (runs.length === 0) runs.push({ pairs: [row] })
    else runs.at(-1)?.pairs.push(row)
  }
  return runs
}
