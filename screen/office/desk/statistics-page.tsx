import { useQuery } from '@tanstack/react-query'
import type { StaffReply } from '../../../api/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { Button } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatDate } from './labels.ts'
import { saveTable } from './save-file.ts'
import { staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'
import { Loaded, PageTitle } from './staff-page.tsx'

/** How many applications there are, and what waits for somebody: as plots, and as the tables they are drawn from. */
export function StatisticsPage() {
  const statistics = useQuery({ queryKey: ['statistics'], queryFn: () => staffCall('readStatistics') })
  return (
    <>
      <PageTitle title={say('Statistics')} />
      <Loaded query={statistics}>
        {(read) => {
          const tables = tablesOf(read)
          return (
            <>
              <StaffActions>
                <Button variant="outline" onClick={() => saveTable('statistics.csv', cellsOf(tables))}>
                  {say('Download (CSV)')}
                </Button>
              </StaffActions>
              <div className={styles.counts}>
                {tables.map((table) => (
                  <Counts key={table.title} {...table} />
                ))}
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type Table = { title: string; heading: string; counted?: string; rows: readonly (readonly [string, number])[] }

const tablesOf = (read: StaffReply<'readStatistics'>): readonly Table[] => [
  { title: 'Now', heading: 'What', counted: 'Count', rows: read.now.map(({ what, count }) => [what, count]) },
  { title: 'Submitted by term', heading: 'Term', rows: read.submitted_by_term.map(rowOf) },
  { title: 'Withdrawn by term', heading: 'Term', rows: read.withdrawn_by_term.map(rowOf) },
  { title: 'Submitted by major', heading: 'Major', rows: read.submitted_by_major.map(rowOf) },
  {
    title: 'Submitted by day',
    heading: 'Day',
    rows: read.submitted_by_day.map(({ day, count }) => [formatDate(day), count] as const).reverse(),
  },
]

const rowOf = ({ label, count }: { readonly label: string; readonly count: number }) => [label, count] as const

/** All tables as one, whose first column says which. */
const cellsOf = (tables: readonly Table[]) => [
  ['Table', 'What', 'Count'],
  ...tables.flatMap(({ title, rows }) => rows.map(([label, count]) => [title, label, String(count)])),
]

/** A table with a bar beside each count. */
function Counts({ title, heading, counted = 'Applications', rows }: Table) {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  return (
    <table className={styles.statisticsPageTable}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{counted}</th>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={2}>{say('None')}</td>
          </tr>
        )}
        {rows.map(([label, count]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <span className={styles.count}>{count.toLocaleString(locale())}</span>
              <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="10" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
