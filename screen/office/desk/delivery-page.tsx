import { useQuery } from '@tanstack/react-query'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Notice, sentence } from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import { ApplicationLink } from './application-link.tsx'
import { changesInWords, stateInWords } from './delivery-table.tsx'
import { Fact, Facts } from './facts.tsx'
import { formatTime } from './format-time.ts'
import { Loaded } from './loaded.tsx'
import { PageTitle } from './page-title.tsx'
import { staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'
import { type Columns, StaffTable } from './staff-table.tsx'
import { useDeed } from './use-deed.tsx'

type Delivery = StaffReply<'readDelivery'>

/** One delivery: its files, and what was held back and why. */
export function DeliveryPage() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? ''
  const delivery = useQuery({ queryKey: ['delivery', id], queryFn: () => staffCall('readDelivery', undefined, id) })
  return (
    <>
      <p>
        <Link to="/staff/deliveries">Back to the deliveries</Link>
      </p>
      <Loaded query={delivery}>{(data) => <Shown key={data.id} delivery={data} />}</Loaded>
    </>
  )
}

function Shown({ delivery }: { delivery: Delivery }) {
  const { id, target, at, by, delivered, held_back, held_back_applications: held, files, file_count } = delivery
  const deed = useDeed('delivery')
  return (
    <>
      <PageTitle title={`Delivery ${id} to ${target}`} />
      {deed.notices}
      <Facts>
        <Fact label="Made">{sentence`${formatTime(at)}, ${by}`}</Fact>
        <Fact label="State">{stateInWords(delivery)}</Fact>
        <Fact label="Changes">{changesInWords(delivery)}</Fact>
        <Fact label="Delivered">{delivered.toLocaleString('en-US')}</Fact>
        <Fact label="Held back">{held_back.toLocaleString('en-US')}</Fact>
      </Facts>
      {delivery.empty_columns.length > 0 && (
        <Notice>
          <p>{`Left empty, because nobody is named to encrypt for: ${delivery.empty_columns.join(', ')}.`}</p>
        </Notice>
      )}
      {delivery.expired_at !== null && (
        <StaffActions>
          <Button
            variant="outline"
            busy={deed.busy}
            onClick={() => deed.run(() => staffCall('makeDeliveryAgain', undefined, id))}
          >
            Make it again
          </Button>
        </StaffActions>
      )}
      <StaffSection title="Held back">
        {held.length === 0 ? (
          <p>None.</p>
        ) : (
          <>
            <p>They come again with the next delivery, and with each one after it until the reason is gone.</p>
            {held_back > held.length && <p>{`The first ${held.length}:`}</p>}
            <StaffTable
              caption="Held back"
              columns={heldColumns}
              rows={held}
              keyOf={({ application_id }) => application_id}
            />
          </>
        )}
      </StaffSection>
      <StaffSection title="Files">
        {file_count > files.length && <p>{`The first ${files.length} of ${file_count.toLocaleString('en-US')}:`}</p>}
        {files.length === 0 ? (
          <p>None.</p>
        ) : (
          <StaffTable caption="Files" columns={fileColumns} rows={files} keyOf={({ name }) => name} />
        )}
      </StaffSection>
    </>
  )
}

const heldColumns: Columns<Delivery['held_back_applications'][number]> = [
  [
    'Application',
    ({ application_id, name, reference }) =>
      reference === '' ? (
        'Erased'
      ) : (
        <ApplicationLink id={application_id}>
          <span translate="no">{name || reference}</span>
        </ApplicationLink>
      ),
  ],
  ['Reference', ({ reference }) => <span translate="no">{reference}</span>],
  ['Reasons', ({ reasons }) => reasons.join('; ')],
]

const fileColumns: Columns<Delivery['files'][number]> = [
  ['File', ({ name }) => name],
  ['Rows', ({ rows }) => rows?.toLocaleString('en-US') ?? ''],
  ['Bytes', ({ bytes }) => bytes.toLocaleString('en-US')],
  ['Encrypted', ({ encrypted }) => (encrypted ? 'Yes' : '')],
]
