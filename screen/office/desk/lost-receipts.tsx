import { useQuery } from '@tanstack/react-query'
import { Button, Notice } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatTime } from './labels.ts'
import { staffCall, useStaff } from './staff-call.ts'
import { ApplicationLink } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

/**
 * Receipts that applicants hold and this database does not have, because it was restored from a backup. Nothing while
 * there are none, which is nearly always.
 */
export function LostReceipts() {
  const { may } = useStaff()
  const lost = useQuery({ queryKey: ['lost-receipts'], queryFn: () => staffCall('listLostReceipts') })
  const { busy, notices, run } = useStaffAction('lost-receipts')
  const receipts = lost.data?.receipts ?? []
  if (receipts.length === 0) return notices
  return (
    <>
      {notices}
      <Notice>
        <div className={styles.lost}>
          <h2>{`Receipts without an application: ${receipts.length}`}</h2>
          <p>
            These people submitted and have a receipt, but what they submitted was lost when the database was restored
            from a backup. Ask them to submit again.
          </p>
          <ul className={styles.people}>
            {receipts.map(({ id, version, reference, submitted_at, name, email, term, again }) => (
              <li key={`${id} ${version}`}>
                <p>
                  <strong translate="no">{reference}</strong>
                  <span translate="no">{` ${name}`}</span>
                  <span translate="no">{`, ${email}`}</span>
                  <span>{`, ${term}, ${formatTime(submitted_at)}`}</span>
                  {again && (
                    <>
                      <br />
                      <span>Submitted again: </span>
                      <ApplicationLink id={again.id} isDraft={false}>
                        {again.reference}
                      </ApplicationLink>
                    </>
                  )}
                </p>
                {may('act') && (
                  <Button
                    variant="outline"
                    size="small"
                    busy={busy}
                    aria-label={`${reference} is settled`}
                    onClick={() => run(() => staffCall('settleLostReceipt', { id, version }))}
                  >
                    Settled
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </Notice>
    </>
  )
}
