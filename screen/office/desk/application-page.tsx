import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { packetPath } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { Button, buttonLook, Notice, useAction } from '../../parts/index.ts'
import { Link, useLocation } from '../../router/index.ts'
import { AccountSection } from './account-section.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { ApplicationLink } from './application-link.tsx'
import { BulkChange, type Outcome, OutcomeNotice } from './bulk-change.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { formatTime } from './format-time.ts'
import { statusLabels } from './labels.ts'
import { LifeSection } from './life-section.tsx'
import { Loaded } from './loaded.tsx'
import { Notes } from './notes.tsx'
import { PageTitle } from './page-title.tsx'
import { RevealSsn } from './reveal-ssn.tsx'
import { useStaff } from './session-context.ts'
import { sentenceOf, staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'

type Application = StaffReply<'readApplication'>

/** An application as staff handle it, beside its answers, which open in a tab of their own. */
export function ApplicationPage() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? ''
  const application = useQuery({
    queryKey: ['application', id],
    queryFn: () => staffCall('readApplication', undefined, id),
  })
  return (
    <>
      <p>
        <Link to="/staff">Back to the applications</Link>
      </p>
      <Loaded query={application}>{(data) => <Shown key={data.id} application={data} />}</Loaded>
    </>
  )
}

function Shown({ application }: { application: Application }) {
  const { may } = useStaff()
  const queries = useQueryClient()
  const { id, name, email, withdrawal } = application
  const [outcome, setOutcome] = useState<Outcome>()
  const people = useQuery({ queryKey: ['people'], queryFn: () => staffCall('listStaff') })
  const readAgain = async (changed?: Outcome) => {
    setOutcome(changed)
    await queries.invalidateQueries({ queryKey: ['application', id] })
  }
  return (
    <>
      <PageTitle title={name || email || 'No name yet'}>
        {name || email ? <span translate="no">{name || email}</span> : 'No name yet'}
      </PageTitle>
      {withdrawal && (
        <Notice kind="stop" title={`Withdrawn by the applicant, ${formatTime(withdrawal.at)}`}>
          <p translate="no">{withdrawal.reason}</p>
        </Notice>
      )}
      <StaffActions>
        <OpenView id={id} onProblem={(text) => setOutcome({ text, isError: true })} />
        {may('sensitive') && application.submitted_at !== null && (
          <a className={buttonLook({ variant: 'outline' })} href={packetPath(id)}>
            Packet (PDF)
          </a>
        )}
      </StaffActions>
      <OutcomeNotice outcome={outcome} />
      {application.duplicates_of.length > 0 && (
        <Notice title="Possibly the same person">
          <ul>
            {application.duplicates_of.map((other) => (
              <li key={other.id}>
                <ApplicationLink id={other.id}>
                  {other.name ? <span translate="no">{other.name}</span> : 'No name yet'}
                </ApplicationLink>
                {other.reference && <span translate="no">{` ${other.reference}`}</span>}
                <span>{` (${statusLabels[other.status]})`}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {may('act') && <BulkChange rows={[application]} people={people.data?.people ?? []} onDone={readAgain} />}
      <ApplicationFacts application={application} />
      {may('reveal') && <RevealSsn id={id} />}
      {may('act') && <AccountSection application={application} onDone={readAgain} />}
      <LifeSection application={application} onDone={readAgain} />
      <Notes id={id} notes={application.notes} onAdded={() => readAgain()} />
      <ErasureSection application={application} onDone={readAgain} />
    </>
  )
}

/** Opens the answers in a new tab, which must be there before the server is asked, or browsers block it. */
function OpenView({ id, onProblem }: { id: string; onProblem: (text: string) => void }) {
  const [busy, open] = useAction(async () => {
    const tab = window.open('', '_blank')
    try {
      const { url } = await staffCall('openApplication', undefined, id)
      if (tab) {
        tab.opener = null
        tab.location.replace(url)
      } else window.location.assign(url)
    } catch (error) {
      tab?.close()
      onProblem(sentenceOf(error))
    }
  })
  return (
    <Button busy={busy} onClick={open}>
      Read the application
    </Button>
  )
}
