import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Application,
  answerTo,
  everyItem,
  type Form,
  fileSize,
  keysByRole,
  questionLabel,
  questionsShown,
} from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { createQueryClient, type ProfileSource, pageData } from '../../client/index.ts'
import {
  Button,
  ErrorBoundary,
  Frame,
  Group,
  given,
  Icon,
  LiveRegion,
  marked,
  Notice,
  Ridge,
  useAction,
  useObserved,
  VisuallyHidden,
} from '../../parts/index.ts'
import { ApplicationPdf, PdfFailed } from './application-pdf.tsx'
import styles from './completion.module.css'

/** Where the documents stand that the office asks for. */
const REQUESTS = 'from-here-on'

type CompletionPageProps = {
  form: Form
  profileSource: ProfileSource
  handleAuthError: (error: unknown) => unknown
  /** What the office asks for, and the other applications of this account. */
  applications: ReactNode
}

/** /completion: the receipt (requirements 2.routes.5, 4.status.12 and 4.banner.1). */
export function CompletionPage({ form, profileSource, handleAuthError, applications }: CompletionPageProps) {
  const [queryClient] = useState(() => createQueryClient(handleAuthError))
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
        <Ridge belowGround />
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

/** The reference number of the submission, with a button that copies it. */
function Reference({ number }: { number: string }) {
  const [isCopied, setCopied] = useState(false)
  const [copying, copy] = useAction(async () => {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  })
  return (
    <div className={styles.reference}>
      <dl>
        <dt>Your reference number</dt>
        <dd translate="no">{number}</dd>
      </dl>
      <Button variant="outline" size="small" busy={copying} onClick={copy}>
        <span>{isCopied ? 'Copied' : 'Copy'}</span>
        <VisuallyHidden> the reference number</VisuallyHidden>
      </Button>
      <LiveRegion>{isCopied && 'Copied'}</LiveRegion>
    </div>
  )
}

/** The documents received with the application; renders nothing if there are none. */
function Documents({ form, application }: { form: Form; application: Application }) {
  const { document_answer } = application
  const files = form.keys.flatMap((key) => {
    const file = document_answer[key]
    const school = schoolOf(form, application, key)
    const label = [questionLabel(form, key, application.answer), school && given(school)].filter(Boolean).join(', ')
    return file ? [{ key, label, ...file }] : []
  })
  if (files.length === 0) return null
  return (
    <Group title="Documents received" note="We received these with your application.">
      <ul className={styles.documents}>
        {files.map(({ key, label, file_name, file_size }) => (
          <li key={key}>
            <Icon name="file" />
            <span>
              <span>{marked(label)}</span>
              <span className={styles.file}>
                <span translate="no">{file_name}</span>
                <span>{`, ${fileSize(file_size)}`}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Group>
  )
}

/** The names of the schools that the applicant attended, in reading order: each must send a transcript. */
export function schoolsToAsk(form: Form, application: Application): readonly string[] {
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const names = everyItem(form).flatMap((item) => {
    const key = item.kind === 'school' ? keysByRole(item).name : undefined
    return key !== undefined && shown.has(key) ? [answerTo(application.answer, key).trim()] : []
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The school that a document is about: that of its entry, such as College 2; undefined for a document of no entry. */
export function schoolOf(form: Form, { answer }: Pick<Application, 'answer'>, documentKey: string): string | undefined {
  for (const item of everyItem(form)) {
    if (item.kind !== 'entry' || !item.keys.includes(documentKey)) continue
    const names = item.items.flatMap((inside) => (inside.kind === 'school' ? [keysByRole(inside).name] : []))
    return names.map((key) => (key === undefined ? '' : answerTo(answer, key).trim())).find(Boolean) ?? item.title
  }
  return undefined
}

/** What the applicant does next, and what the admissions office does. `schools` are asked for a transcript. */
function NextSteps({ schools }: { schools: readonly string[] }) {
  const { office, phone, decision_time } = pageData().institution
  return (
    <ol className={styles.steps}>
      <li>
        <div>
          <strong>Send your transcripts</strong>
          {schools.length <= IN_A_SENTENCE ? (
            <span>
              <span>Ask</span>{' '}
              <span>{schools.length > 0 ? marked(list.format(schools.map(given))) : 'each school you attended'}</span>{' '}
              <span>to send an official transcript to the</span> <span>{office}</span>
              <span>.</span>
            </span>
          ) : (
            <>
              <span>
                <span>Ask each of these schools to send an official transcript to the</span> <span>{office}</span>
                <span>:</span>
              </span>
              <ul className={styles.schools}>
                {schools.map((school) => (
                  <li key={school} translate="no">
                    {school}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </li>
      <li>
        <div>
          <strong>We review your application</strong>
          <span>Once we have all your transcripts, a counselor reads everything you sent.</span>
        </div>
      </li>
      <li>
        <div>
          <strong>We send you our decision</strong>
          <span>
            {decision_time
              ? `We’ll email you our decision, usually in ${decision_time}. `
              : 'We’ll email you our decision. '}
          </span>
          <span>If you have questions before then, call</span>{' '}
          <a href={`tel:${phone}`} translate="no">
            {phone}
          </a>{' '}
          <span>and mention your reference number.</span>
        </div>
      </li>
    </ol>
  )
}

/** More schools than this are easier to read in a list. */
const IN_A_SENTENCE = 2
const list = new Intl.ListFormat('en-US')
