import type { PrintedTable } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'
import styles from './printed-table.module.css'

/** Answers side by side, as on paper. On a narrow screen they are stacked, each with its question. */
export const PrintedTableView = ({ table: { caption, columns, rows } }: { table: PrintedTable }) => (
  <div className={styles.room}>
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <th key={label} scope="col" className={classNames(numeric && styles.numeric)}>
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
                  className={classNames(numeric && styles.numeric)}
                >
                  {isHead && <span className={styles.title}>{`${title} `}</span>}
                  <span data-label={label}>
                    <Answer {...cell} />
                  </span>
                </Cell>
              )
            })}
          </tr>
          {below.length > 0 && (
            <tr className={styles.below}>
              <td colSpan={columns.length}>
                {below.map((answer, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same label
                  <p key={index}>
                    <span className={styles.more}>{`${answer.label} `}</span>
                    <Answer
                      text={answer.text}
                      answered={answer.answered}
                      more={
                        answer.kind === 'document' && answer.file ? [`${answer.file.name}, ${answer.file.size}`] : []
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
    <span className={answered ? styles.answer : styles.unanswered} translate="no">
      {text}
    </span>
    {more.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
      <span key={index} className={styles.more} translate="no">
        {` ${line}`}
      </span>
    ))}
  </>
)
