import { useQuery } from '@tanstack/react-query'
import type { StaffReply } from '../../../api/index.ts'
import { sentence } from '../../parts/index.ts'
import { ApplicationLink } from './application-link.tsx'
import { formatTime } from './format-time.ts'
import { handedOverLabels } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { PageTitle } from './page-title.tsx'
import { RecordAcknowledgement } from './record-acknowledgement.tsx'
import { staffCall } from './staff-call.ts'
import { StaffSection } from './staff-section.tsx'
import { type Columns, StaffTable } from './staff-table.tsx'

type Listed = StaffReply<'listAcknowledgements'>
type About = Pick<Listed['waiting'][number], 'application_id' | 'name' | 'reference'>

/** What other systems have not acknowledged, what they did not accept, and how to record what they answered. */
export function AcknowledgementsPage() {
  const acknowledgements = useQuery({
    queryKey: ['acknowledgements'],
    queryFn: () => staffCall('listAcknowledgements'),
  })
  return (
    <>
      <PageTitle title="Acknowledgements" />
      <Loaded query={acknowledgements}>
        {({ targets, waiting, waiting_count, refused, refused_count }) => (
          <>
            <StaffSection title="Not acknowledged for 48 hours">
              {waiting.length === 0 ? (
                <p>None, of the systems that acknowledge at all.</p>
              ) : (
                <>
                  <Shown rows={waiting} count={waiting_count} />
                  <StaffTable caption="Not acknowledged" columns={waitingColumns} rows={waiting} keyOf={keyOf} />
                </>
              )}
            </StaffSection>
            <StaffSection title="Not accepted">
              {refused.length === 0 ? (
                <p>None.</p>
              ) : (
                <>
                  <Shown rows={refused} count={refused_count} />
                  <StaffTable caption="Not accepted" columns={refusedColumns} rows={refused} keyOf={keyOf} />
                </>
              )}
            </StaffSection>
            {targets.length > 0 && <RecordAcknowledgement targets={targets} />}
          </>
        )}
      </Loaded>
    </>
  )
}

const Shown = ({ rows, count }: { rows: readonly unknown[]; count: number }) =>
  count > rows.length && <p>{`The first ${rows.length} of ${count.toLocaleString('en-US')}:`}</p>

const keyOf = ({ target, application_id, version }: Listed['waiting'][number]) =>
  `${target} ${application_id} ${version}`

const aboutColumns: Columns<About> = [
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
]

const waitingColumns: Columns<Listed['waiting'][number]> = [
  ...aboutColumns,
  ['System', ({ target }) => target],
  ['Version', ({ version }) => version],
  ['Given', ({ at }) => formatTime(at)],
]

const refusedColumns: Columns<Listed['refused'][number]> = [
  ...aboutColumns,
  ['System', ({ target }) => target],
  ['Answer', ({ result }) => handedOverLabels[result]],
  ['Reason', ({ reason }) => sentence`${reason ?? ''}`],
  ['Recorded', ({ at, by }) => sentence`${formatTime(at)}, ${by}`],
]
