import { Fragment, useState } from 'react'
import type { StaffPayload, StaffReply } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { Button, marked, Notice, Status, useAction } from '../../parts/index.ts'
import { choicesOf, handlingLabels, statusLabels } from './labels.ts'
import { sentenceOf, staffCall, useStaff } from './staff-call.ts'
import { FieldRow, Folded, StaffActions, type StaffOption, StaffSelect } from './staff-field.tsx'
import { isWorkList, workLabels } from './work-lists.tsx'

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
    <section aria-label={say('Mark and assign')}>
      <FieldRow>
        <StaffSelect
          label={sayCount(rows.length, 'Mark as', 'Mark {count} applications')}
          value={state}
          options={[['', 'No change'], ...Object.entries(handlingLabels)]}
          onPick={setState}
        />
        <StaffSelect
          label={say('Assign to')}
          value={assignee}
          options={[['', 'No change'], ['0', 'Nobody'], ...current.map(assigneeOf)]}
          onPick={setAssignee}
        />
      </FieldRow>
      <StaffActions>
        <Button variant="outline" busy={busy} disabled={state === '' && assignee === ''} onClick={apply}>
          {say('Change')}
        </Button>
      </StaffActions>
    </section>
  )
}

export const OutcomeNotice = ({ outcome }: { outcome: Outcome | undefined }) => (
  <>
    {outcome?.isError && (
      <Notice kind="error" role="alert">
        <p>{marked(outcome.text)}</p>
      </Notice>
    )}
    <Status>
      {outcome?.isError === false && (
        <Notice kind="success">
          <p>{marked(outcome.text)}</p>
        </Notice>
      )}
    </Status>
  </>
)

type Person = StaffReply<'listStaff'>['people'][number]

type FiltersProps = {
  address: string
  people: readonly Person[]
  onChange: (parts: Readonly<Record<string, string>>) => void
}

/** The filters and the order of the queue, as the address has them. */
export function QueueFilters({ address, people, onChange }: FiltersProps) {
  const { terms, majors, kinds, facets } = useStaff()
  const given = new URLSearchParams(address)
  const select = (label: string, name: string, options: readonly StaffOption[]) => (
    <StaffSelect
      label={label}
      value={given.get(name) ?? ''}
      options={options}
      onPick={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <Folded summary={say('Filters and order')} inUse={given.size > 0 && !isWorkList(address)}>
      <FieldRow>
        {select('Status', 'status', choicesOf(statusLabels, 'Any'))}
        {select('Term', 'term', [['', 'Any'], ...terms])}
        {select('Major', 'major', [['', 'Any'], ...majors])}
        {select('Kind', 'kind', [['', 'Any'], ...kinds])}
        {select('With the office', 'work', choicesOf(workLabels, 'Any'))}
        {select('Assigned to', 'assignee', [['', 'Anybody'], ['me', 'Me'], ['0', 'Nobody'], ...people.map(assigneeOf)])}
        {select('Handed over', 'handed_over', [
          ['', 'Any'],
          ['none', 'Not yet'],
          ['held_back', 'Held back or rejected'],
        ])}
        {select('Only', 'also', [
          ['', 'All'],
          ['duplicates', 'Possible duplicates'],
          ['stopped', 'Drafts untouched for a week'],
        ])}
        {facets.map(({ key, label, kind, options }) => (
          <Fragment key={key}>
            {select(label, key, [
              ['', 'Any'],
              ...(kind === 'checkbox'
                ? ([
                    ['yes', say('Is checked')],
                    ['no', say('Is not checked')],
                  ] as const)
                : options),
            ])}
          </Fragment>
        ))}
        <StaffSelect
          label={say('Order')}
          value={`${given.get('sort') ?? 'submitted'} ${given.get('order') ?? defaultOrder(given.get('sort'))}`}
          options={orders}
          onPick={(value) => {
            const [sort = '', order = ''] = value.split(' ')
            onChange({ sort, order })
          }}
        />
      </FieldRow>
      {Object.keys(facetsIn(given))
        .filter((name) => !facets.some(({ key }) => key === name))
        .map((name) => (
          <p key={name}>
            <Button variant="outline" size="small" onClick={() => onChange({ [name]: '' })}>
              {say('Take out the filter {key}', { key: name })}
            </Button>
          </p>
        ))}
    </Folded>
  )
}

/** The filters of an address by questions of the office's own, by their keys. */
export const facetsIn = (address: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries([...address].filter(([name, value]) => name.startsWith('own_') && value !== ''))

const defaultOrder = (sort: string | null) => (sort === 'name' ? 'up' : 'down')

const orders = [
  ['submitted down', 'Newest submission first'],
  ['submitted up', 'Oldest submission first'],
  ['started down', 'Newest start first'],
  ['started up', 'Oldest start first'],
  ['name up', 'By name'],
  ['name down', 'By name, from Z'],
] as const

const assigneeOf = ({ id, name }: Person) => [String(id), name, 'given'] as const
