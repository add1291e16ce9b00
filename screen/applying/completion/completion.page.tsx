import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answerTo, type Form } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { createQueryClient, type ProfileSource, pageData } from '../../client/index.ts'
import { ErrorBoundary, Frame, Group, Icon, Notice, useObserved } from '../../parts/index.ts'
import { ApplicationPdf } from './application-pdf.tsx'
import styles from './completion.module.css'
import { Documents } from './documents.tsx'
import { NextSteps } from './next-steps.tsx'
import { PdfFailed } from './pdf-failed.tsx'
import { Reference } from './reference.tsx'
import { schoolsToAsk } from './schools-to-ask.ts'

/** Where the documents stand that the office asks for. */
const REQUESTS = 'from-here-on'

type CompletionPageProps = {
  form: Form
  profileSource: ProfileSource
  obey: (error: unknown) => unknown
  /** What the office asks for, and the other applications of this account. */
  applications: ReactNode
}

/** /completion: the receipt (requirements 2.routes.5, 4.status.12 and 4.banner.1). */
export function CompletionPage({ form, profileSource, obey, applications }: CompletionPageProps) {
  const [queryClient] = useState(() => createQueryClient(obey))
  const profile = useObserved(profileSource.subscribe, profileSource.get)
  if (profile === undefined) return null // loaded before this page opens, so the person is just leaving
  const isWithdrawn = profile.withdrawn_at !== null
  const answered = (key: AdmissionsKey) => answerTo(profile.answer, key).trim()
  const first = answered('first_name')
  return (
    <main id="main">
      <div className={styles.arrival}>
        <Frame className={styles.words}>
          <h1 tabIndex={-1}>
            <span className={styles.thanks}>
              <span>{first === '' ? 'Thanks.' : 'Thanks, '}</span>
              {first !== '' && <span translate="no">{`${first}.`}</span>}
            </span>{' '}
            <span>{isWithdrawn ? 'You withdrew your application.' : 'Your application is\u00A0in.'}</span>
          </h1>
          {isWithdrawn ? (
            <p>We’ll stop reading it. You can still download what you signed, and apply again.</p>
          ) : (
            <p>
              <span>
                Congratulations on finishing the online portion of your application! Please take the last steps below.
                We emailed a receipt to
              </span>{' '}
              <span translate="no">{profile.username.toLowerCase()}</span>
              <span>.</span>
            </p>
          )}
          {profile.submission && profile.submission.version > 1 && (
            <p>{`This is version ${profile.submission.version}. It replaces what you signed before.`}</p>
          )}
          {profile.submission && <Reference number={profile.submission.reference} />}
        </Frame>
        <div className={styles.ridge} />
      </div>
      <Frame>
        {profile.requests_waiting > 0 && (
          <Notice className={styles.asked}>
            <span>
              {profile.requests_waiting === 1
                ? 'We need a document from you.'
                : `We need ${profile.requests_waiting} documents from you.`}
            </span>{' '}
            <a href={`#${REQUESTS}`}>See what, and add it</a>
          </Notice>
        )}
        {!isWithdrawn && (
          <Group title="What happens next" unruled>
            <NextSteps schools={schoolsToAsk(form, profile)} />
          </Group>
        )}
        <Group
          title="Your copy"
          unruled={isWithdrawn}
          note={profile.submission && `Your answers as submitted on ${moment(profile.submission.submitted_at)}.`}
        >
          <QueryClientProvider client={queryClient}>
            <ErrorBoundary fallback={({ error, retry }) => <PdfFailed error={error} onRetry={retry} />}>
              <ApplicationPdf accountId={profile.account_id} />
            </ErrorBoundary>
          </QueryClientProvider>
        </Group>
        <Documents form={form} application={profile} />
        <Group title="Your application from here on" id={REQUESTS}>
          <ErrorBoundary fallback={() => null}>{applications}</ErrorBoundary>
        </Group>
        {!isWithdrawn && (
          <WhileYouWait isInternational={answered('us_citizen') === 'N' && answered('perm_resident') !== 'Y'} />
        )}
      </Frame>
    </main>
  )
}

/** The institution's links that suit this reader (Q81). */
function WhileYouWait({ isInternational }: { isInternational: boolean }) {
  const { links, partner_short_name } = pageData().institution
  const shown = [
    // The FAFSA is for citizens and permanent residents.
    isInternational
      ? ['For international students', links.international]
      : ['Apply for aid with the FAFSA', links.fafsa],
    [`Financial aid at ${partner_short_name}`, links.aid],
    ['For transfer students', links.transfer],
    ['Disability services', links.disability_services],
    ['Visit campus', links.campus_tour],
  ] as const
  return (
    <Group title="While you wait">
      <ul className={styles.links}>
        {shown.map(([words, address]) => (
          <li key={words}>
            <a href={address} target="_blank" rel="noreferrer">
              <span>{words}</span>
              <Icon name="outward" />
            </a>
          </li>
        ))}
      </ul>
    </Group>
  )
}

const moment = (at: string) =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: pageData().institution.time_zone,
  }).format(new Date(at))
