import type { ReactNode } from 'react'
import type { PrintedRow } from '../../engine/index.ts'
import styles from './printed-rows.module.css'

type Heading = Extract<PrintedRow, { kind: 'heading' }>
type Pair = Extract<PrintedRow, { kind: 'text' | 'document' }>
type Run = Exclude<PrintedRow, Pair> | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }

type PrintedRowsProps = {
  rows: readonly PrintedRow[]
  /** What stands beside a heading, such as a link to change what is below it. */
  beside?: (heading: Heading) => ReactNode
}

/** Questions and answers as they are read on paper, and nothing that can be pressed (specification §6). */
export const PrintedRows = ({ rows, beside }: PrintedRowsProps) => (
  <>
    {runsOf(rows).map((run, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names and never change places
      return <RunOf key={index} run={run} beside={beside} />
    })}
  </>
)

function RunOf({ run, beside }: { run: Run; beside: PrintedRowsProps['beside'] }) {
  switch (run.kind) {
    case 'heading':
      return <HeadingOf heading={run} beside={beside?.(run)} />
    case 'break':
      return <hr className={styles.break} />
    case 'pairs':
      return (
        <dl className={styles.pairs}>
          {run.pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label
            <div key={index}>
              <dt>{pair.label}</dt>
              <dd className={pair.answered ? undefined : styles.unanswered}>
                {pair.text}
                {pair.kind === 'document' && pair.file && (
                  <span className={styles.file}>
                    {pair.file.name}, {pair.file.size}
                  </span>
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

/** Pages are headings of level 2 here, so what stands in them begins at 3. */
function HeadingOf({ heading: { level, title }, beside }: { heading: Heading; beside: ReactNode }) {
  const Level = level === 2 ? 'h3' : level === 3 ? 'h4' : 'h5'
  return (
    <div className={styles.heading} data-level={level}>
      <Level>{title}</Level>
      {beside}
    </div>
  )
}

/** Questions that follow each other are one list. */
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
