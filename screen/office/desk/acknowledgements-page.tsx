import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffPayload, StaffReply } from '../../../api/index.ts'
import { locale, say } from '../../../engine/index.ts'
import { Button, given, sentence } from '../../parts/index.ts'
import { formatTime, handedOverLabels } from './labels.ts'
import { StaffError, staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput, StaffSelect } from './staff-field.tsx'
import { Loaded, PageTitle, StaffSection } from './staff-page.tsx'
import { ApplicationLink, type Columns, StaffTable } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

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
      <PageTitle title={say('Acknowledgements')} />
      <Loaded query={acknowledgements}>
        {({ targets, waiting, waiting_count, refused, refused_count }) => (
          <>
            <StaffSection title={say('Not acknowledged for 48 hours')}>
              {waiting.length === 0 ? (
                <p>{say('None, of the systems that acknowledge at all.')}</p>
              ) : (
                <>
                  <Shown rows={waiting} count={waiting_count} />
                  <StaffTable caption={say('Not acknowledged')} columns={waitingColumns} rows={waiting} keyOf={keyOf} />
                </>
              )}
            </StaffSection>
            <StaffSection title={say('Not accepted')}>
              {refused.length === 0 ? (
                <p>{say('None.')}</p>
              ) : (
                <>
                  <Shown rows={refused} count={refused_count} />
                  <StaffTable caption={say('Not accepted')} columns={refusedColumns} rows={refused} keyOf={keyOf} />
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
  count > rows.length && (
    <p>{say('The first {shown} of {all}:', { shown: rows.length, all: count.toLocaleString(locale()) })}</p>
  )

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
  ['Reason', ({ reason }) => sentence('{reason}', { reason: reason ?? '' })],
  ['Recorded', ({ at, by }) => sentence('{time}, {by}', { time: formatTime(at), by })],
]

type Result = StaffPayload<'recordAcknowledgement'>['result']
const results = ['accepted', 'suspended', 'rejected'] as const satisfies readonly Result[]

/** Records what a system answered: about one application, or about many in a file. */
function RecordAcknowledgement({ targets }: { targets: readonly string[] }) {
  const [target, setTarget] = useState(targets[0] ?? '')
  return (
    <StaffSection title={say('Record an answer')} narrow>
      <StaffSelect
        label={say('System that answered')}
        value={target}
        options={targets.map((name) => [name, name, 'given'] as const)}
        onPick={setTarget}
      />
      <One target={target} />
      <FromFile target={target} />
    </StaffSection>
  )
}

function One({ target }: { target: string }) {
  const [reference, setReference] = useState('')
  const [result, setResult] = useState<Result>('accepted')
  const [theirId, setTheirId] = useState('')
  const [reason, setReason] = useState('')
  const action = useStaffAction('acknowledgements')
  const submit = () => {
    action.run(async () => {
      const said = await staffCall('recordAcknowledgement', { target, reference, result, their_id: theirId, reason })
      setReference('')
      setTheirId('')
      setReason('')
      return said
    })
  }
  return (
    <StaffForm onSend={submit}>
      <FieldRow>
        <StaffInput
          label={say('Reference number')}
          required
          maxLength={20}
          value={reference}
          onChange={({ target: field }) => setReference(field.value)}
        />
        <StaffSelect
          label={say('Answer')}
          value={result}
          options={results.map((each) => [each, handedOverLabels[each]] as const)}
          onPick={(picked) => setResult(results.find((each) => each === picked) ?? 'accepted')}
        />
        <StaffInput
          label={say('Their number for it')}
          maxLength={200}
          value={theirId}
          onChange={({ target: field }) => setTheirId(field.value)}
        />
        <StaffInput
          label={say('Reason')}
          maxLength={1000}
          value={reason}
          onChange={({ target: field }) => setReason(field.value)}
        />
      </FieldRow>
      <StaffActions>
        <Button type="submit" variant="outline" busy={action.busy}>
          {say('Record it')}
        </Button>
      </StaffActions>
      {action.notices}
    </StaffForm>
  )
}

function FromFile({ target }: { target: string }) {
  const [file, setFile] = useState<File>()
  const action = useStaffAction('acknowledgements')
  const submit = () => {
    if (file) action.run(async () => staffCall('recordAcknowledgements', { target, file: await textOf(file) }))
  }
  return (
    <StaffForm onSend={submit}>
      <StaffInput
        label={say('Answers in a file (CSV)')}
        hint={say('Columns: application_id, version, result, and if known their_id, reason')}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target: field }) => setFile(field.files?.[0])}
      />
      <StaffActions>
        <Button type="submit" variant="outline" busy={action.busy} disabled={file === undefined}>
          {say('Record the file')}
        </Button>
      </StaffActions>
      {action.notices}
    </StaffForm>
  )
}

/** The text of a file in UTF-8, as the command takes it. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StaffError('malformed', say('{file} is not in UTF-8.', { file: given(file.name) }))
  }
}
