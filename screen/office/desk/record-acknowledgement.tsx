import { type SubmitEvent, useState } from 'react'
import type { StaffPayload } from '../../../api/index.ts'
import { Button } from '../../parts/index.ts'
import { handedOverLabels } from './labels.ts'
import { StaffError, staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffInput, StaffSelect } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'
import { useDeed } from './use-deed.tsx'

type Result = StaffPayload<'recordAcknowledgement'>['result']
const results = ['accepted', 'suspended', 'rejected'] as const satisfies readonly Result[]

/** Records what a system answered: about one application, or about many in a file. */
export function RecordAcknowledgement({ targets }: { targets: readonly string[] }) {
  const [target, setTarget] = useState(targets[0] ?? '')
  return (
    <StaffSection title="Record an answer" narrow>
      <StaffSelect
        label="System that answered"
        value={target}
        options={targets.map((name) => [name, name] as const)}
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
  const deed = useDeed('acknowledgements')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    deed.run(async () => {
      const said = await staffCall('recordAcknowledgement', { target, reference, result, their_id: theirId, reason })
      setReference('')
      setTheirId('')
      setReason('')
      return said
    })
  }
  return (
    <form onSubmit={submit}>
      <FieldRow>
        <StaffInput
          label="Reference number"
          required
          maxLength={20}
          value={reference}
          onChange={({ target: field }) => setReference(field.value)}
        />
        <StaffSelect
          label="Answer"
          value={result}
          options={results.map((each) => [each, handedOverLabels[each]] as const)}
          onPick={(picked) => setResult(results.find((each) => each === picked) ?? 'accepted')}
        />
        <StaffInput
          label="Their number for it"
          maxLength={200}
          value={theirId}
          onChange={({ target: field }) => setTheirId(field.value)}
        />
        <StaffInput
          label="Reason"
          maxLength={1000}
          value={reason}
          onChange={({ target: field }) => setReason(field.value)}
        />
      </FieldRow>
      <StaffActions>
        <Button type="submit" variant="outline" busy={deed.busy}>
          Record it
        </Button>
      </StaffActions>
      {deed.notices}
    </form>
  )
}

function FromFile({ target }: { target: string }) {
  const [file, setFile] = useState<File>()
  const deed = useDeed('acknowledgements')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (file) deed.run(async () => staffCall('recordAcknowledgements', { target, file: await textOf(file) }))
  }
  return (
    <form onSubmit={submit}>
      <StaffInput
        label="Answers in a file (CSV)"
        hint="Columns: application_id, version, result, and if known their_id, reason"
        type="file"
        accept=".csv,text/csv"
        onChange={({ target: field }) => setFile(field.files?.[0])}
      />
      <StaffActions>
        <Button type="submit" variant="outline" busy={deed.busy} disabled={file === undefined}>
          Record the file
        </Button>
      </StaffActions>
      {deed.notices}
    </form>
  )
}

/** The text of a file in UTF-8, as the command takes it. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StaffError('malformed', `${file.name} is not in UTF-8.`)
  }
}
