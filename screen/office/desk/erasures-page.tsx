import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { certificatePath } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { Button, Dialog, sentence } from '../../parts/index.ts'
import styles from './desk-pages.module.css'
import { formatTime } from './labels.ts'
import { saveFile } from './save-file.ts'
import { staffCall, useStaff } from './staff-call.ts'
import { Loaded, PageTitle } from './staff-page.tsx'
import { useStaffAction } from './use-staff-action.tsx'

type Listed = StaffReply<'listErasures'>
type Wish = Listed['requests'][number]
type ErasureCall = 'confirmErasure' | 'cancelErasure' | 'liftHold'

/** What others ask to be erased, what is on hold, and what was erased. */
export function ErasuresPage() {
  const { person } = useStaff()
  const erasures = useQuery({ queryKey: ['erasures'], queryFn: () => staffCall('listErasures') })
  const [confirming, setConfirming] = useState<Wish>()
  const { busy, notices, run: runAction } = useStaffAction('erasures')
  const run = (action: ErasureCall, id: string) => {
    setConfirming(undefined)
    runAction(() => staffCall(action, undefined, id))
  }
  return (
    <>
      <PageTitle title={say('Erasures')} />
      {notices}
      <Loaded query={erasures}>
        {({ requests, holds, erased, due }) => (
          <>
            <Wishes title={say('To be erased')} empty={say('Nobody has asked for an erasure.')} wishes={requests}>
              {(wish) => (
                <>
                  {wish.by !== person.name && (
                    <Button
                      variant="danger"
                      size="small"
                      aria-label={say('Erase the application of {name}', { name: nameOf(wish) })}
                      onClick={() => setConfirming(wish)}
                    >
                      {say('Erase')}
                    </Button>
                  )}
                  <Button
                    variant="outline"
                    size="small"
                    busy={busy}
                    aria-label={say('Keep the application of {name}', { name: nameOf(wish) })}
                    onClick={() => run('cancelErasure', wish.id)}
                  >
                    {say('Keep')}
                  </Button>
                </>
              )}
            </Wishes>
            <Wishes title={say('On hold')} empty={say('None.')} wishes={holds}>
              {(wish) => (
                <Button
                  variant="outline"
                  size="small"
                  busy={busy}
                  aria-label={say('Lift the hold of {name}', { name: nameOf(wish) })}
                  onClick={() => run('liftHold', wish.id)}
                >
                  {say('Lift the hold')}
                </Button>
              )}
            </Wishes>
            <Retention sentences={due} />
            <Erased erased={erased} onSave={(id) => runAction(() => saveCertificate(id))} />
          </>
        )}
      </Loaded>
      <ConfirmErasure
        wish={confirming}
        busy={busy}
        onConfirm={(id) => run('confirmErasure', id)}
        onClose={() => setConfirming(undefined)}
      />
    </>
  )
}

/** What institution.json says about how long applications are kept, and what that means today. */
const Retention = ({ sentences }: { sentences: readonly string[] }) => (
  <section>
    <h2>{say('Because their time has passed')}</h2>
    {sentences.length === 0 && (
      <p>{say('Everything is kept until somebody erases it: institution.json has no retention.')}</p>
    )}
    {sentences.length > 0 && <p>{say('If it ran now, as it does every night:')}</p>}
    <ul>
      {sentences.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  </section>
)

async function saveCertificate(id: string) {
  const certificate = await staffCall('readErasure', undefined, id)
  const file = new Blob([JSON.stringify(certificate, null, 2)], { type: 'application/json' })
  saveFile(`erasure-${certificate.reference ?? id}.json`, file)
  return { message: 'The certificate is in your downloads.' }
}

const Erased = ({ erased, onSave }: Pick<Listed, 'erased'> & { onSave: (id: string) => void }) => (
  <section>
    <h2>{say('Erased')}</h2>
    {erased.length === 0 && <p>{say('None.')}</p>}
    <ul className={styles.people}>
      {erased.map(({ id, reference, cause, at, by }) => (
        <li key={id}>
          <p>
            {sentence('{time}: {application}, {cause} {by}', {
              time: <span>{formatTime(at)}</span>,
              application: <span translate={reference === null ? undefined : 'no'}>{reference ?? say('A draft')}</span>,
              cause: <span>{causeLabels[cause] ?? cause}</span>,
              by,
            })}
          </p>
          <span className={styles.certificates}>
            <a
              href={certificatePath(id)}
              aria-label={say('Certificate (PDF) of {application}, {time}', {
                application: reference ?? say('a draft'),
                time: formatTime(at),
              })}
            >
              {say('Certificate (PDF)')}
            </a>
            <Button
              variant="quiet"
              size="small"
              aria-label={say('Data (JSON) of the certificate of {application}, {time}', {
                application: reference ?? say('a draft'),
                time: formatTime(at),
              })}
              onClick={() => onSave(id)}
            >
              {say('Data (JSON)')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function ConfirmErasure({
  wish,
  busy,
  onConfirm,
  onClose,
}: {
  wish: Wish | undefined
  busy: boolean
  onConfirm: (id: string) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={wish !== undefined}
      onClose={onClose}
      size="xs"
      header={sentence('Erase the application of {name}?', { name: wish ? nameOf(wish) : '' })}
      description={say('Answers, documents and the account are gone at once, and nobody can bring them back.')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={() => wish && onConfirm(wish.id)}>
            {say('Erase it')}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {say('Cancel')}
          </Button>
        </>
      }
    />
  )
}

function Wishes({
  title,
  empty,
  wishes,
  children,
}: {
  title: string
  empty: string
  wishes: readonly Wish[]
  children: (wish: Wish) => ReactNode
}) {
  return (
    <section>
      <h2>{title}</h2>
      {wishes.length === 0 && <p>{empty}</p>}
      <ul className={styles.people}>
        {wishes.map((wish) => (
          <li key={wish.id}>
            <p>
              <strong translate="no">{nameOf(wish)}</strong>
              {wish.reference && <span translate="no">{` ${wish.reference}`}</span>}
              <br />
              <span>
                {sentence('{by}, {time}: {reason}', { by: wish.by, time: formatTime(wish.at), reason: wish.reason })}
              </span>
            </p>
            {children(wish)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ name }: Wish) => name || 'somebody without a name'

const causeLabels: Readonly<Record<string, string>> = {
  applicant: 'by the applicant',
  staff: 'confirmed by',
  retention: 'because its time had passed',
  list: 'again, after a backup was restored',
}
