import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Loading, Notice } from '../../parts/index.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { Loaded, NotLoaded } from './loaded.tsx'
import { PageTitle } from './page-title.tsx'
import { staffCall } from './staff-call.ts'
import { FieldRow, StaffSelect } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'
import { TargetSection } from './target-section.tsx'
import { useDeed } from './use-deed.tsx'

type Target = StaffReply<'listTargets'>['targets'][number]

/** How often the page looks again while something is under way. */
const LOOK_AGAIN = 3000 // ms

/** The systems that applications are handed over to, and every delivery that was made for them. */
export function DeliveriesPage() {
  const queries = useQueryClient()
  const [shown, setShown] = useState('')
  const deliveries = useInfiniteQuery({
    queryKey: ['deliveries', shown],
    queryFn: ({ pageParam }) =>
      staffCall('listDeliveries', {
        ...(shown !== '' && { target: shown }),
        ...(pageParam !== 0 && { before: pageParam }),
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (isBusy(rowsOf(state.data)) ? LOOK_AGAIN : false),
  })
  const targets = useQuery({ queryKey: ['targets'], queryFn: () => staffCall('listTargets') })
  const deed = useDeed('deliveries', 'targets')
  const rows = rowsOf(deliveries.data)
  const busy = isBusy(rows)
  // What came of something that went on after its reply is among the attempts.
  useEffect(() => {
    if (!busy) void queries.invalidateQueries({ queryKey: ['targets'] })
  }, [busy, queries])
  return (
    <>
      <PageTitle title="Deliveries" />
      {deed.notices}
      <Loaded query={targets}>
        {({ targets: all, problem, attempts }) => (
          <>
            {problem !== null && (
              <Notice kind="error">
                <p>{problem}</p>
              </Notice>
            )}
            {problem === null && all.length === 0 && <p>{NO_TARGETS}</p>}
            {all.map((target) => (
              <TargetSection
                key={target.name}
                target={target}
                attempts={attempts.filter((each) => each.target === target.name)}
                waits={rows.some((row) => row.target === target.name && row.state === 'not_sent')}
                {...deed}
              />
            ))}
            <StaffSection title="Made so far">
              {all.length > 1 && <TargetChoice targets={all} shown={shown} onShow={setShown} />}
            </StaffSection>
          </>
        )}
      </Loaded>
      <NotLoaded query={deliveries} />
      {deliveries.isPending && targets.isSuccess && <Loading label="Loading…" />}
      {deliveries.isSuccess && (rows.length === 0 ? <p>No deliveries yet.</p> : <DeliveryTable rows={rows} />)}
      {deliveries.hasNextPage && (
        <p>
          <Button
            variant="outline"
            busy={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

const NO_TARGETS = 'No system is set up to be handed applications. The operator names them in DELIVERIES_FILE.'

type Row = StaffReply<'listDeliveries'>['deliveries'][number]

const rowsOf = (data: { readonly pages: readonly StaffReply<'listDeliveries'>[] } | undefined): readonly Row[] =>
  data?.pages.flatMap(({ deliveries }) => deliveries) ?? []

const isBusy = (rows: readonly Row[]): boolean => rows.some(({ state }) => state === 'under_way' || state === 'sending')

const TargetChoice = ({
  targets,
  shown,
  onShow,
}: {
  targets: readonly Target[]
  shown: string
  onShow: (name: string) => void
}) => (
  <FieldRow>
    <StaffSelect
      label="To"
      value={shown}
      options={[['', 'All systems'], ...targets.map(({ name }) => [name, name] as const)]}
      onPick={onShow}
    />
  </FieldRow>
)
