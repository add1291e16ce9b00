import { type PrintedRow, type PrintedTable, say } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'

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
      return <hr className="printed-break" />
    case 'table':
      return <PrintedTableView table={run} />
    case 'omitted':
      return <p className="printed-omitted">{run.text}</p>
    case 'pairs':
      return (
        <dl className="printed-pairs">
          {run.pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label
            <div key={index}>
              <dt>{pair.label}</dt>
              <dd className={pair.answered ? undefined : 'printed-unanswered'}>
                <span translate="no">{pair.text}</span>
                {pair.kind === 'document' && pair.file && (
                  <span className="printed-file" translate="no">
                    {say('{file}, {size}', { file: pair.file.name, size: pair.file.size })}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'ticks':
      return (
        <div className="printed-ticks">
          {run.label !== null && <p className="printed-label">{run.label}</p>}
          <ul>
            {run.options.map(({ label, ticked, english }) => (
              <li key={label}>
                <b>{ticked ? '[X]' : '[ ]'}</b>{' '}
                <span>
                  <span>{label}</span>
                  {english !== undefined && (
                    <span className="printed-file" lang="en">
                      {english}
                    </span>
                  )}
                </span>
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
    <div className="printed-heading" data-level={level}>
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

/** Answers side by side, as on paper. On a narrow screen they are stacked, each with its question. */
const PrintedTableView = ({ table: { caption, columns, rows } }: { table: PrintedTable }) => (
  <div className="printed-room">
    <table className="printed-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <th key={label} scope="col" className={classNames(numeric && 'printed-numeric')}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ title, cells, below }) => (
        // Keeps a row and the content below it on the same printed page.
        <tbody key={title}>
          <tr>
            {cells.map((cell, index) => {
              const { label, numeric } = columns[index] ?? {}
              const isHead = index === 0 && title !== null
              const Cell = isHead ? 'th' : 'td'
              return (
                <Cell
                  key={label}
                  scope={isHead ? 'rowgroup' : undefined}
                  className={classNames(numeric && 'printed-numeric')}
                >
                  {isHead && <span className="printed-title">{`${title} `}</span>}
                  <span data-label={label}>
                    <Answer {...cell} />
                  </span>
                </Cell>
              )
            })}
          </tr>
          {below.length > 0 && (
            <tr className="printed-below">
              <td colSpan={columns.length}>
                {below.map((answer, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label
                  <p key={index}>
                    <span className="printed-more">{`${answer.label} `}</span>
                    <Answer
                      text={answer.text}
                      answered={answer.answered}
                      more={
                        answer.kind === 'document' && answer.file
                          ? [say('{file}, {size}', { file: answer.file.name, size: answer.file.size })]
                          : []
                      }
                    />
                  </p>
                ))}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  </div>
)

const Answer = ({ text, answered, more }: PrintedTable['rows'][number]['cells'][number]) => (
  <>
    <span className={answered ? 'printed-answer' : 'printed-unanswered-cell'} translate="no">
      {text}
    </span>
    {more.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
      <span key={index} className="printed-more" translate="no">
        {` ${line}`}
      </span>
    ))}
  </>
)
