import { type ReactNode, useDeferredValue, useMemo } from 'react'
import {
  outlineToRead,
  problemsIn,
  type ReviewPage,
  type ReviewPair,
  type ReviewRow,
  reviewOf,
  say,
  sayCount,
  toSay,
} from '../../../../engine/index.ts'
import { leadingTo, useApplication } from '../../../fields/index.ts'
import { Icon, sentence, VisuallyHidden } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import styles from './check-answers.module.css'
import { DraftPdf } from './draft-pdf.tsx'
import { REVIEWED } from './focus-summary.ts'
import { toComplete } from './missing-information.tsx'

/**
 * The answers from the earlier pages to read once more before signing, a row each: what is missing in red and first, then
 * what was answered in reading order, and what was left out folded away.
 */
export function CheckAnswers({ slugs }: { slugs: readonly string[] }) {
  const { form, today } = useApplicant().store
  const application = useDeferredValue(useApplication((current) => current)) // never slows down typing
  const pages = useMemo(
    () => reviewOf(outlineToRead(form, application), problemsIn(form, application, today)),
    [form, application, today],
  )
  return (
    <div>
      {pages
        .filter(({ slug }) => slugs.includes(slug))
        .map((page) => (
          <PageOfAnswers key={page.slug} page={page} />
        ))}
      <DraftPdf />
    </div>
  )
}

function PageOfAnswers({ page }: { page: ReviewPage }) {
  const { slug, title, problems, sections, unanswered } = page
  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h3>{title}</h3>
        <Counts page={page} />
      </div>
      {problems.length > 0 && <Rows title={say('Still to complete')} rows={problems} slug={slug} />}
      {sections.map(({ key, title: section, rows }) => (
        <Rows key={key} title={section} rows={rows} slug={slug} />
      ))}
      {unanswered.length > 0 && (
        <details className={styles.unanswered}>
          <summary>
            {sayCount(unanswered.length, 'Show {count} unanswered question', 'Show {count} unanswered questions')}
          </summary>
          <ul>
            {unanswered.map((each) => (
              <li key={each.key}>
                <Change of={each} slug={slug}>
                  <span>{each.label}</span>
                </Change>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Counts({ page: { answered, problems } }: { page: ReviewPage }) {
  const count = sayCount(answered, '{count} answered', '{count} answered')
  return (
    <span className={styles.checkAnswersCount}>
      {problems.length === 0 ? (
        <span>{`${say('Nothing required is missing.')} ${count}`}</span>
      ) : (
        sentence('{answered}, {missing}', {
          answered: <span>{count}</span>,
          missing: <span className={styles.missing}>{toComplete(problems.length)}</span>,
        })
      )}
    </span>
  )
}

type RowsProps = { title: string; rows: readonly ReviewRow[]; slug: string }

const Rows = ({ title, rows, slug }: RowsProps) => (
  <section>
    <h4 className={styles.section}>{title}</h4>
    {runsOf(rows).map(({ heading, pairs }) => (
      <div key={heading?.key ?? pairs[0]?.key}>
        {heading && <h5 className={styles.heading}>{heading.label}</h5>}
        <dl className={styles.rows}>
          {pairs.map((pair) => (
            <div key={pair.key}>
              <dt>{pair.label}</dt>
              <dd>
                <Answer row={pair} />
              </dd>
              <dd>
                <Change of={pair} slug={slug}>
                  <span>
                    {sentence(changeIn(pair), {
                      seen: (words) => <span>{words}</span>,
                      question: (
                        <VisuallyHidden>{[pair.label, ...(heading ? [heading.label] : [])].join(', ')}</VisuallyHidden>
                      ),
                    })}
                  </span>
                </Change>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
  </section>
)

const changeIn = (pair: ReviewPair) => {
  if (pair.kind !== 'problem') return toSay('<seen>Change</seen> {question}')
  return pair.message === null ? toSay('<seen>Answer</seen> {question}') : toSay('<seen>Correct</seen> {question}')
}

type ChangeProps = { of: Pick<ReviewPair, 'key' | 'keys'>; slug: string; children: ReactNode }

/** Leads to the control of an answer, and is where the way back leads again. */
const Change = ({ of: { key, keys }, slug, children }: ChangeProps) => (
  <Link to={`/${slug}#${key}`} state={{ [REVIEWED]: key }} {...leadingTo(keys)}>
    {children}
  </Link>
)

function Answer({ row }: { row: ReviewPair }) {
  switch (row.kind) {
    case 'answer':
      return <span translate="no">{row.text}</span>
    case 'checks':
      if (row.options.length === 0)
        return (
          <span className={styles.check}>
            <Icon name="check" />
            <span>{say('Checked')}</span>
          </span>
        )
      return (
        <ul>
          {row.options.map((option) => (
            <li key={option} className={styles.check}>
              <Icon name="check" />
              <span>
                {sentence('<heard>Checked: </heard>{option}', {
                  heard: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                  option: <span>{option}</span>,
                })}
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
            {row.message === null
              ? say('Not answered yet.')
              : sentence('{answer}: {problem}', { answer: row.text, problem: <span>{row.message}</span> })}
          </span>
        </span>
      )
  }
}

type Run = { readonly heading?: Extract<ReviewRow, { kind: 'heading' }>; readonly pairs: readonly ReviewPair[] }

/** The rows under each heading. */
function runsOf(rows: readonly ReviewRow[]): readonly Run[] {
  const runs: { heading?: Extract<ReviewRow, { kind: 'heading' }>; pairs: ReviewPair[] }[] = []
  for (const row of rows) {
    if (row.kind === 'heading') runs.push({ heading: row, pairs: [] })
    else if (runs.length === 0) runs.push({ pairs: [row] })
    else runs.at(-1)?.pairs.push(row)
  }
  return runs
}
