import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button, Notice, useAction } from '../../parts/index.ts'
import { sentenceOf, staffCall } from './staff-call.ts'
import { Folded, StaffActions, StaffInput } from './staff-field.tsx'

const VIEWS = ['views']

/** The filters that a person has saved under names. A search for a person is never part of them. */
export function SavedViews({ address, onOpen }: { address: string; onOpen: (search: string) => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const { data } = useQuery({ queryKey: VIEWS, queryFn: () => staffCall('listViews') })
  const [busy, act] = useAction(async (work: () => Promise<unknown>) => {
    try {
      await work()
      setProblem('')
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    await queries.invalidateQueries({ queryKey: VIEWS })
  })
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    act(async () => {
      await staffCall('saveView', { name, search: address })
      setName('')
    })
  }
  return (
    <Folded summary={`Saved views (${data?.views.length ?? 0})`}>
      <ul>
        {data?.views.map((view) => (
          <li key={view.id}>
            <Button variant="quiet" size="small" onClick={() => onOpen(view.search)}>
              <span translate="no">{view.name}</span>
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Remove ${view.name}`}
              onClick={() => act(() => staffCall('removeView', undefined, view.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={save}>
        <StaffInput
          label="Save these filters as"
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <StaffActions>
          <Button type="submit" size="small" variant="outline" busy={busy}>
            Save
          </Button>
        </StaffActions>
      </form>
      {problem && (
        <Notice kind="error" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
    </Folded>
  )
}
