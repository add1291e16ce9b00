import type { ReactNode } from 'react'
import styles from './desk-pages.module.css'

export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => ReactNode])[]

/** A table where there is room for one, and cards on a phone. The caption is for screen readers. */
export function StaffTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string
  columns: Columns<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([title, cell]) => (
              <td key={title} data-title={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
