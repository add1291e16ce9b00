import { useQuery } from '@tanstack/react-query'
import { formatDate } from './format-time.ts'
import { Loaded } from './loaded.tsx'
import { PageTitle } from './page-title.tsx'
import { staffCall } from './staff-call.ts'
import styles from './statistics-page.module.css'

/** How many applications there are, and what waits for somebody: as plots, and as the tables they are drawn from. */
export function StatisticsPage() {
  const statistics = useQuery({ queryKey: ['statistics'], queryFn: () => staffCall('readStatistics') })
  return (
    <>
      <PageTitle title="Statistics" />
      <Loaded query={statistics}>
        {({ now, submitted_by_day, submitted_by_term, submitted_by_major }) => (
          <div className={styles.counts}>
            <Counts title="Now" heading="What" counted="Count" rows={now.map(({ what, count }) => [what, count])} />
            <Counts title="Submitted by term" heading="Term" rows={submitted_by_term.map(rowOf)} />
            <Counts title="Submitted by major" heading="Major" rows={submitted_by_major.map(rowOf)} />
            <Counts
              title="Submitted by day"
              heading="Day"
              rows={submitted_by_day.map(({ day, count }) => [formatDate(day), count] as const).reverse()}
            />
          </div>
        )}
      </Loaded>
    </>
  )
}

const rowOf = ({ label, count }: { readonly label: string; readonly count: number }) => [label, count] as const

type CountsProps = { title: string; heading: string; counted?: string; rows: readonly (readonly [string, number])[] }

/** A table with a bar beside each count. */
function Counts({ title, heading, counted = 'Applications', rows }: CountsProps) {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{counted}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, count]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <span className={styles.count}>{count.toLocaleString('en-US')}</span>
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
