import type { StaffReply } from '../../../api/index.ts'
import { choicesOf, handlingLabels, statusLabels } from './labels.ts'
import { useStaff } from './session-context.ts'
import { FieldRow, Folded, StaffSelect } from './staff-field.tsx'

type Person = StaffReply<'listStaff'>['people'][number]
type FiltersProps = {
  address: string
  people: readonly Person[]
  onChange: (parts: Readonly<Record<string, string>>) => void
}

/** The filters and the order of the queue, as the address has them. */
export function QueueFilters({ address, people, onChange }: FiltersProps) {
  const { terms, majors, kinds } = useStaff()
  const given = new URLSearchParams(address)
  const select = (label: string, name: string, options: readonly (readonly [string, string])[]) => (
    <StaffSelect
      label={label}
      value={given.get(name) ?? ''}
      options={options}
      onPick={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <Folded summary="Filters and order" inUse={given.size > 0}>
      <FieldRow>
        {select('Status', 'status', choicesOf(statusLabels, 'Any'))}
        {select('Term', 'term', [['', 'Any'], ...terms])}
        {select('Major', 'major', [['', 'Any'], ...majors])}
        {select('Kind', 'kind', [['', 'Any'], ...kinds])}
        {select('Handled', 'handling', choicesOf(handlingLabels, 'Any'))}
        {select('Assigned to', 'assignee', [['', 'Anybody'], ['0', 'Nobody'], ...people.map(assigneeOf)])}
        <StaffSelect
          label="Order"
          value={`${given.get('sort') ?? 'submitted'} ${given.get('order') ?? defaultOrder(given.get('sort'))}`}
          options={orders}
          onPick={(value) => {
            const [sort = '', order = ''] = value.split(' ')
            onChange({ sort, order })
          }}
        />
      </FieldRow>
    </Folded>
  )
}

const defaultOrder = (sort: string | null) => (sort === 'name' ? 'up' : 'down')

const orders = [
  ['submitted down', 'Newest submission first'],
  ['submitted up', 'Oldest submission first'],
  ['started down', 'Newest start first'],
  ['started up', 'Oldest start first'],
  ['name up', 'By name'],
  ['name down', 'By name, from Z'],
] as const

export const assigneeOf = ({ id, name }: Person) => [String(id), name] as const
