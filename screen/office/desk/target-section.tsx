import { useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Dialog, sentence } from '../../parts/index.ts'
import styles from './desk.module.css'
import { formatTime } from './format-time.ts'
import { includeLabels } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'

type Target = StaffReply<'listTargets'>['targets'][number]
type Attempt = StaffReply<'listTargets'>['attempts'][number]
type SectionProps = {
  target: Target
  /** The newest first. */
  attempts: readonly Attempt[]
  /** Whether something that was made is not sent. */
  waits: boolean
  busy: boolean
  run: (deed: () => Promise<{ readonly message: string }>) => void
}

/** A system: what it gets and where, what was tried lately, and what can be done now. */
export function TargetSection({ target, attempts, waits, busy, run }: SectionProps) {
  const { name, profile, include, to } = target
  const [asking, setAsking] = useState(false)
  const wanted = { target: name }
  const what = ['applications', ...include.map((each) => includeLabels[each] ?? each)].join(', ')
  return (
    <StaffSection title={name} narrow>
      <p>{`Profile ${profile}: ${what}. ${to === null ? 'Kept on the server only.' : `Sent to ${to}.`}`}</p>
      <StaffActions>
        <Button busy={busy} onClick={() => setAsking(true)}>
          Make a delivery
        </Button>
        <Button variant="outline" busy={busy} onClick={() => run(() => staffCall('tryDelivery', wanted))}>
          Dry run
        </Button>
        {waits && (
          <Button variant="outline" busy={busy} onClick={() => run(() => staffCall('sendDeliveries', wanted))}>
            Send again
          </Button>
        )}
      </StaffActions>
      <Attempts attempts={attempts} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        size="xs"
        header={sentence`Hand applications over to ${name}?`}
        description="Everything that has changed since the last delivery is handed over. The record will hold your name."
        actions={
          <>
            <Button
              busy={busy}
              onClick={() => {
                setAsking(false)
                run(() => staffCall('makeDelivery', wanted))
              }}
            >
              Hand over
            </Button>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Cancel
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
            <li key={each.id}>{`${formatTime(each.at)}, ${each.by}: ${each.failed}`}</li>
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
      <p>{sentence`Dry run of ${formatTime(attempt.at)}, ${attempt.by}: ${String(delivered)} to deliver, ${String(held_back)} held back.`}</p>
      {held_back > 0 && (
        <ul className={styles.list}>
          {Object.entries(reasons).map(([reason, count]) => (
            <li key={reason}>{`${reason}: ${count}`}</li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <details>
          <summary>
            {values.length === 1
              ? '1 value of the form has no code'
              : `${values.length} values of the form have no code`}
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
