import type { StaffReply } from '../../../api/index.ts'
import { Link } from '../../router/index.ts'
import { formatTime } from './format-time.ts'
import { deliveryLabels } from './labels.ts'
import { type Columns, StaffTable } from './staff-table.tsx'

type Row = StaffReply<'listDeliveries'>['deliveries'][number]

export const DeliveryTable = ({ rows }: { rows: readonly Row[] }) => (
  <StaffTable caption="Deliveries" columns={columns} rows={rows} keyOf={({ id }) => id} />
)

/** How far a delivery is, and whether its copy is still on the server. */
export const stateInWords = ({ state, sent_at, expired_at }: Row): string =>
  [
    state === 'sent' ? `${deliveryLabels.sent} ${formatTime(sent_at)}` : deliveryLabels[state],
    expired_at !== null && 'copy expired',
  ]
    .filter(Boolean)
    .join(', ')

/** "1 to 48": the changes that are in it. */
export const changesInWords = ({ changes: { after, through } }: Row): string =>
  after >= through ? 'None' : `${after + 1} to ${through}`

const columns: Columns<Row> = [
  ['Delivery', ({ id, target }) => <Link to={`/staff/delivery?id=${id}`}>{`${target} ${id}`}</Link>],
  ['Made', ({ at }) => formatTime(at)],
  ['By', ({ by }) => by],
  ['Changes', (row) => `${changesInWords(row)}${row.is_repeat ? ' (range)' : ''}`],
  ['Delivered', ({ delivered }) => delivered.toLocaleString('en-US')],
  ['Held back', ({ held_back }) => held_back.toLocaleString('en-US')],
  ['State', stateInWords],
]
