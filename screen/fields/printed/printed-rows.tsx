import type { PrintedRow } from '../../../engine/index.ts'
import styles from './printed-rows.module.css'
import { PrintedTableView } from './printed-table.tsx'

type Heading = Extract<PrintedRow, { kind: 'heading' }>
type Pair = Extract<PrintedRow, { kind: 'text' | 'document' }>
type Run = Exclude<PrintedRow, Pair> | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }

type PrintedRowsProps = {
  rows: readonly PrintedRow[]
  /** The element of the top-level headings: one level below the heading above them. */
  from: 'h3' | 'h4'
}

/** Questions and answers as on paper, without controls (requirement 6.service.2). */
export const PrintedRows = ({ rows, from }: PrintedRowsProps) => (
  <>
    {runsOf(rows).map((run, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and never move
      return <RunOf key={index} run={run} from={from} />
    })}
  </>
)

type RunProps = Pick<PrintedRowsProps, 'from'> & { run: Run }

function RunOf({ run, from }: RunProps) {
  switch (run.kind) {
    case 'heading':
      return <HeadingOf heading={run} from={from} />
    case 'break':
      return <hr className={styles.break} />
    case 'table':
      return <PrintedTableView table={run} />
    case 'omitted':
      return <p className={styles.omitted}>{run.text}</p>
    case 'pairs':
      return (
        <dl className={styles.pairs}>
          {run.pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label
            <div key={index}>
              <dt>{pair.label}</dt>
              <dd className={pair.answered ? undefined : styles.unanswered}>
                <span translate="no">{pair.text}</span>
                {pair.kind === 'document' && pair.file && (
                  <span className={styles.file} translate="no">{`${pair.file.name}, ${pair.file.size}`}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'ticks':
      return (
        <div className={styles.ticks}>
          {run.label !== null && <p className={styles.label}>{run.label}</p>}
          <ul>
            {run.options.map(({ label, ticked }) => (
              <li key={label}>
                <b>{ticked ? '[X]' : '[ ]'}</b> <span>{label}</span>
              </li>
            ))}
          </ul>
        </div>
      )
  }
}

type HeadingProps = { heading: Heading; from: PrintedRowsProps['from'] }

function HeadingOf({ heading: { level, title }, from }: HeadingProps) {
  const Title = elements[elements.indexOf(from) + level - 2] ?? 'h6'
  return (
    <div className={styles.heading} data-level={level}>
      <Title>{title}</Title>
    </div>
  )
}

const elements = ['h3', 'h4', 'h5', 'h6'] as const

/** Joins consecutive questions into one list. */
function runsOf(rows: readonly PrintedRow[]): readonly Run[] {
  const runs: Run[] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (row.kind !== 'text' && row.kind !== 'document') runs.push(row)
    else if (last?.kind === 'pairs') runs.splice(-1, 1, { ...last, pairs: [...last.pairs, row] })
    else runs.push({ kind: 'pairs', pairs: [row] })
  }
  return runs
}
