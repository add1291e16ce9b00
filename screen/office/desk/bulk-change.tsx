import { useState } from 'react'
import type { StaffPayload, StaffReply } from '../../../api/index.ts'
import { Button, Notice, useAction } from '../../parts/index.ts'
import { handlingLabels } from './labels.ts'
import { assigneeOf } from './queue-filters.tsx'
import { sentenceOf, staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffSelect } from './staff-field.tsx'

type Row = Pick<StaffReply<'findApplications'>['applications'][number], 'id' | 'handling'>
type Change = StaffPayload<'changeHandling'>
type BulkProps = {
  rows: readonly Row[]
  people: StaffReply<'listStaff'>['people']
  /** The rows have changed, here or by somebody else: they must be read again. */
  onDone: (outcome: Outcome) => Promise<void>
}

/** What came of a change, for people. */
export type Outcome = { readonly text: string; readonly isError: boolean }

/** Marks and assigns applications, all at once or none. */
export function BulkChange({ rows, people, onDone }: BulkProps) {
  const [state, setState] = useState('')
  const [assignee, setAssignee] = useState('')
  const [busy, apply] = useAction(async () => {
    const change: Change = {
      applications: rows.map(({ id, handling }) => ({ id, version: handling.version })),
      ...(state !== '' && { state: state as NonNullable<Change['state']> }),
      ...(assignee !== '' && { assignee: assignee === '0' ? null : Number(assignee) }),
    }
    const outcome = await staffCall('changeHandling', change).then(
      ({ message }) => ({ text: message, isError: false }),
      (error: unknown) => ({ text: sentenceOf(error), isError: true }),
    )
    setState('')
    setAssignee('')
    await onDone(outcome)
  })
  const current = people.filter(({ has_ended }) => !has_ended)
  return (
    <section aria-label="Mark and assign">
      <FieldRow>
        <StaffSelect
          label={rows.length > 1 ? `Mark ${rows.length} applications` : 'Mark as'}
          value={state}
          options={[['', 'As it is'], ...Object.entries(handlingLabels)]}
          onPick={setState}
        />
        <StaffSelect
          label="Assign to"
          value={assignee}
          options={[['', 'As it is'], ['0', 'Nobody'], ...current.map(assigneeOf)]}
          onPick={setAssignee}
        />
      </FieldRow>
      <StaffActions>
        <Button variant="outline" busy={busy} disabled={state === '' && assignee === ''} onClick={apply}>
          Change
        </Button>
      </StaffActions>
    </section>
  )
}

export const OutcomeNotice = ({ outcome }: { outcome: Outcome | undefined }) =>
  outcome && (
    <Notice kind={outcome.isError ? 'error' : 'success'} role={outcome.isError ? 'alert' : 'status'}>
      <p>{outcome.text}</p>
    </Notice>
  )
