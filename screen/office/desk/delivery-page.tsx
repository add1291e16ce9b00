import { useQuery } from '@tanstack/react-query'
import type { StaffReply } from '../../../api/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { Button, Notice, sentence } from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import { formatTime, listed } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'
import { Fact, Facts, Loaded, PageTitle, StaffSection } from './staff-page.tsx'
import { ApplicationLink, type Columns, changesInWords, StaffTable, stateInWords } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

type Delivery = StaffReply<'readDelivery'>

/** One delivery: its files, and what was held back and why. */
export function DeliveryPage() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? ''
  const delivery = useQuery({ queryKey: ['delivery', id], queryFn: () => staffCall('readDelivery', undefined, id) })
  return (
    <>
      <p>
        <Link to="/staff/deliveries">{say('Back to the deliveries')}</Link>
      </p>
      <Loaded query={delivery} title={say('Delivery')}>
        {(data) => <Shown key={data.id} delivery={data} />}
      </Loaded>
    </>
  )
}

function Shown({ delivery }: { delivery: Delivery }) {
  const { id, target, at, by, delivered, held_back, held_back_applications: held, files, file_count } = delivery
  const action = useStaffAction('delivery')
  return (
    <>
      <PageTitle title={say('Delivery {id} to {target}', { id, target })} />
      {action.notices}
      <Facts>
        <Fact label={say('Made')}>{sentence('{time}, {by}', { time: formatTime(at), by })}</Fact>
        <Fact label={say('State')}>{stateInWords(delivery)}</Fact>
        <Fact label={say('Changes')}>{changesInWords(delivery)}</Fact>
        <Fact label={say('Delivered')}>{delivered.toLocaleString(locale())}</Fact>
        <Fact label={say('Held back')}>{held_back.toLocaleString(locale())}</Fact>
      </Facts>
      {delivery.empty_columns.length > 0 && (
        <Notice>
          <p>
            {say('Left empty, because nobody is named to encrypt for: {columns}.', {
              columns: listed(delivery.empty_columns),
            })}
          </p>
        </Notice>
      )}
      {delivery.expired_at !== null && (
        <StaffActions>
          <Button
            variant="outline"
            busy={action.busy}
            onClick={() => action.run(() => staffCall('makeDeliveryAgain', undefined, id))}
          >
            {say('Make it again')}
          </Button>
        </StaffActions>
      )}
      <StaffSection title={say('Held back')}>
        {held.length === 0 ? (
          <p>{say('None.')}</p>
        ) : (
          <>
            <p>{say('They come again with the next delivery, and with each one after it until the reason is gone.')}</p>
            {held_back > held.length && <p>{say('The first {shown}:', { shown: held.length })}</p>}
            <StaffTable
              caption={say('Held back')}
              columns={heldColumns}
              rows={held}
              keyOf={({ application_id }) => application_id}
            />
          </>
        )}
      </StaffSection>
      <StaffSection title={say('Files')}>
        {file_count > files.length && (
          <p>{say('The first {shown} of {all}:', { shown: files.length, all: file_count.toLocaleString(locale()) })}</p>
        )}
        {files.length === 0 ? (
          <p>{say('None.')}</p>
        ) : (
          <StaffTable caption={say('Files')} columns={fileColumns} rows={files} keyOf={({ name }) => name} />
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
  ['File', ({ name }) => sentence('{name}', { name })],
  ['Rows', ({ rows }) => rows?.toLocaleString(locale()) ?? ''],
  ['Bytes', ({ bytes }) => bytes.toLocaleString(locale())],
  ['Encrypted', ({ encrypted }) => (encrypted ? 'Yes' : '')],
]
