import type { ReactNode } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { sentence } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import styles from './desk-pages.module.css'
import { deliveryLabels, formatTime, listed } from './labels.ts'
import { useStaff } from './staff-call.ts'

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
    <div className={styles.room}>
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
    </div>
  )
}

type Row = StaffReply<'listDeliveries'>['deliveries'][number]

export const DeliveryTable = ({ rows }: { rows: readonly Row[] }) => (
  <StaffTable caption={say('Deliveries')} columns={columns} rows={rows} keyOf={({ id }) => id} />
)

/** How far a delivery is, and whether its copy is still on the server. */
export const stateInWords = ({ state, sent_at, expired_at }: Row): string =>
  listed([
    state === 'sent'
      ? say('{state} {time}', { state: deliveryLabels.sent, time: formatTime(sent_at) })
      : deliveryLabels[state],
    ...(expired_at === null ? [] : [say('copy expired')]),
  ])

/** "1 to 48": the changes that are in it. */
export const changesInWords = ({ changes: { after, through } }: Row): string =>
  after >= through ? say('None') : say('{first} to {last}', { first: after + 1, last: through })

const columns: Columns<Row> = [
  [
    'Delivery',
    ({ id, target }) => (
      <Link to={`/staff/delivery?id=${id}`}>{sentence('{target} {id}', { target, id: String(id) })}</Link>
    ),
  ],
  ['Made', ({ at }) => formatTime(at)],
  ['By', ({ by }) => sentence('{by}', { by })],
  ['Changes', (row) => `${changesInWords(row)}${row.is_repeat ? ' (range)' : ''}`],
  ['Delivered', ({ delivered }) => delivered.toLocaleString(locale())],
  ['Held back', ({ held_back }) => held_back.toLocaleString(locale())],
  ['State', stateInWords],
]

/** The name of an application, which leads to it for whoever may read it. */
export function ApplicationLink({
  id,
  isDraft = false,
  children,
}: {
  id: string
  /** Whether it was never submitted. */
  isDraft?: boolean
  children: ReactNode
}) {
  const { may } = useStaff()
  return may('read') && (!isDraft || may('drafts')) ? (
    <Link to={`/staff/application?id=${id}`}>{children}</Link>
  ) : (
    <span>{children}</span>
  )
}
