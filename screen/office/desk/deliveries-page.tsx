import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { Button, Dialog, Loading, Notice, sentence } from '../../parts/index.ts'
import styles from './desk.module.css'
import { formatTime, includeLabels, listed } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffSelect } from './staff-field.tsx'
import { Loaded, NotLoaded, PageTitle, StaffSection } from './staff-page.tsx'
import { DeliveryTable } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

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
  const action = useStaffAction('deliveries', 'targets')
  const rows = rowsOf(deliveries.data)
  const busy = isBusy(rows)
  // What came of something that went on after its reply is among the attempts.
  useEffect(() => {
    if (!busy) void queries.invalidateQueries({ queryKey: ['targets'] })
  }, [busy, queries])
  return (
    <>
      <PageTitle title={say('Deliveries')} />
      {action.notices}
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
                {...action}
              />
            ))}
            <StaffSection title={say('Made so far')}>
              {all.length > 1 && <TargetChoice targets={all} shown={shown} onShow={setShown} />}
            </StaffSection>
          </>
        )}
      </Loaded>
      <NotLoaded query={deliveries} />
      {deliveries.isPending && targets.isSuccess && <Loading label={say('Loading…')} />}
      {deliveries.isSuccess && (rows.length === 0 ? <p>{say('No deliveries yet.')}</p> : <DeliveryTable rows={rows} />)}
      {deliveries.hasNextPage && (
        <p>
          <Button
            variant="outline"
            busy={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {say('Show more')}
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
      label={say('To')}
      value={shown}
      options={[['', 'All systems'], ...targets.map(({ name }) => [name, name, 'given'] as const)]}
      onPick={onShow}
    />
  </FieldRow>
)

type Attempt = StaffReply<'listTargets'>['attempts'][number]

type SectionProps = {
  target: Target
  /** The newest first. */
  attempts: readonly Attempt[]
  /** Whether something that was made is not sent. */
  waits: boolean
  busy: boolean
  run: (action: () => Promise<{ readonly message: string }>) => void
}

/** A system: what it gets and where, what was tried lately, and what can be done now. */
function TargetSection({ target, attempts, waits, busy, run }: SectionProps) {
  const { name, profile, include, to } = target
  const [asking, setAsking] = useState(false)
  const wanted = { target: name }
  const contents = listed([say('applications'), ...include.map((each) => includeLabels[each] ?? each)])
  return (
    <StaffSection title={name} given narrow>
      <p>
        <span>{sentence('Profile {profile}: {contents}.', { profile, contents: <span>{contents}</span> })}</span>{' '}
        <span>{to === null ? say('Kept on the server only.') : sentence('Sent to {to}.', { to })}</span>
      </p>
      <StaffActions>
        <Button busy={busy} onClick={() => setAsking(true)}>
          {say('Make a delivery')}
        </Button>
        <Button variant="outline" busy={busy} onClick={() => run(() => staffCall('tryDelivery', wanted))}>
          {say('Dry run')}
        </Button>
        {waits && (
          <Button variant="outline" busy={busy} onClick={() => run(() => staffCall('sendDeliveries', wanted))}>
            {say('Send again')}
          </Button>
        )}
      </StaffActions>
      <Attempts attempts={attempts} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        size="xs"
        header={sentence('Hand applications over to {name}?', { name })}
        description={say(
          'Everything that has changed since the last delivery is handed over. The record will hold your name.',
        )}
        actions={
          <>
            <Button
              busy={busy}
              onClick={() => {
                setAsking(false)
                run(() => staffCall('makeDelivery', wanted))
              }}
            >
              {say('Hand over')}
            </Button>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {say('Cancel')}
            </Button>
          </>
        }
      />
    </StaffSection>
  )
}

/** The newest dry run with what it found, and what failed after it. */
function Attempts({ attempts }: Pick<SectionProps, 'attempts'>) {
  const at = attempts.findIndex(({ tried }) => tried !== null)
  const failed = (at === -1 ? attempts : attempts.slice(0, at)).slice(0, 3)
  const newest = attempts[at]
  return (
    <>
      {failed.length > 0 && (
        <ul className={styles.list}>
          {failed.map((each) => (
            <li key={each.id}>
              {sentence('{time}, {by}: {failed}', {
                time: formatTime(each.at),
                by: each.by,
                failed: each.failed ?? '',
              })}
            </li>
          ))}
        </ul>
      )}
      {newest?.tried && <DryRun attempt={newest} tried={newest.tried} />}
    </>
  )
}

function DryRun({ attempt, tried }: { attempt: Attempt; tried: NonNullable<Attempt['tried']> }) {
  const { delivered, held_back, reasons, values_without_code: values } = tried
  return (
    <div>
      <p>
        {sentence('Dry run of {time}, {by}: {delivered} to deliver, {heldBack} held back.', {
          time: formatTime(attempt.at),
          by: attempt.by,
          delivered: String(delivered),
          heldBack: String(held_back),
        })}
      </p>
      {held_back > 0 && (
        <ul className={styles.list}>
          {Object.entries(reasons).map(([reason, count]) => (
            <li key={reason}>{say('{reason}: {count}', { reason, count })}</li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <details>
          <summary>
            {sayCount(values.length, '1 value of the form has no code', '{count} values of the form have no code')}
          </summary>
          <ul className={styles.list}>
            {values.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
