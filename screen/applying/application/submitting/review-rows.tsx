import type { ReviewRow } from '../../../../engine/index.ts'
import { Icon, VisuallyHidden } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import styles from './check-answers.module.css'

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
