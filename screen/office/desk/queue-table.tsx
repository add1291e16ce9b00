import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { sentence } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import {
  documentsInWords,
  formatDate,
  formatDay,
  handedOverLabels,
  mailLabels,
  pdfLabels,
  statusLabels,
} from './labels.ts'
import { ApplicationLink } from './staff-table.tsx'
import { standing } from './work-lists.tsx'

type Row = StaffReply<'findApplications'>['applications'][number]
type TableProps = {
  rows: readonly Row[]
  chosen: ReadonlySet<string>
  /** Undefined for a role that may not change anything. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
}

/** The queue: a table where there is room for one, and cards on a phone. */
export function QueueTable({ rows, chosen, onChoose }: TableProps) {
  const choose = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose?.(next)
  }
  const isAll = rows.every(({ id }) => chosen.has(id))
  return (
    <div className={styles.room}>
      <table className={styles.table}>
        <caption>{say('Applications')}</caption>
        <thead>
          <tr>
            {onChoose && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={say('Choose all')}
                  checked={isAll}
                  onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
                />
              </th>
            )}
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {onChoose && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={say('Choose {name}', { name: row.name || row.email })}
                    checked={chosen.has(row.id)}
                    onChange={() => choose(row.id)}
                  />
                </td>
              )}
              {columns.map(([title, cell]) => (
                <td key={title} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const lines = (first: string, second: string) =>
  (first || second) && (
    <span className={styles.lines}>
      {first && <span>{first}</span>}
      {second && <span>{second}</span>}
    </span>
  )

/** A date that takes two lines at most: its day stays beside its month. */
const inTwo = (date: string) => date.replace(' ', '\u00A0')

const columns: readonly (readonly [title: string, cell: (row: Row) => React.ReactNode])[] = [
  [
    'Name',
    ({ id, name, email, status, submitted_at, duplicates }) => (
      <>
        {status === 'withdrawn' && <span className={styles.mark}>{statusLabels.withdrawn}</span>}
        <ApplicationLink id={id} isDraft={submitted_at === null}>
          {name || email ? <span translate="no">{name || email}</span> : say('No name yet')}
        </ApplicationLink>
        {duplicates > 0 && <span className={styles.mark}>{say('Possible duplicate')}</span>}
      </>
    ),
  ],
  ['Born', ({ birth_date }) => inTwo(formatDate(birth_date))],
  [
    'Reference',
    ({ reference }) =>
      reference && (
        <span className={styles.reference} translate="no">
          {reference}
        </span>
      ),
  ],
  ['Term', ({ term }) => term],
  ['Program', ({ major, kind }) => lines(major, kind)],
  ['Status', standing],
  ['Started', ({ started_at }) => inTwo(formatDay(started_at))],
  ['Saved', ({ saved_at }) => inTwo(formatDay(saved_at))],
  ['Submitted', ({ submitted_at }) => inTwo(formatDay(submitted_at))],
  ['Documents', ({ documents }) => documentsInWords(documents)],
  ['PDF, receipt', ({ pdf, receipt }) => lines(pdfLabels[pdf], mailLabels[receipt])],
  ['Assigned to', ({ handling }) => handling.assignee && sentence('{name}', { name: handling.assignee.name })],
  ['Handed over', ({ handed_over }) => handedOverLabels[handed_over]],
]
