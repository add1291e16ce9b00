import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { checklistOf, statusInWords } from '../../../api/browser.ts'
import { answerTo, descriptionKey, type Form, say, withDescriptions } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { createQueryClient, momentInWords, type ProfileSource, pageData } from '../../client/index.ts'
import {
  Button,
  ErrorBoundary,
  Frame,
  Group,
  given,
  Icon,
  LiveRegion,
  marked,
  Ridge,
  sentence,
  useAction,
  useObserved,
  VisuallyHidden,
} from '../../parts/index.ts'
import { ApplicationPdf, PdfFailed } from './application-pdf.tsx'
import { Checklist, type DrawRequest } from './checklist.tsx'
import styles from './completion.module.css'

type CompletionPageProps = {
  form: Form
  profileSource: ProfileSource
  handleAuthError: (error: unknown) => unknown
  /** Draws the field for a document that the office asks for. */
  drawRequest: DrawRequest
  /** The applications of this account, and what can be done with them. */
  applications: ReactNode
}

const TERM: AdmissionsKey = 'entry_term'

/** /completion: the receipt, and from then on the home of the application (requirements 2.routes.5, 4.status.12 and 4.banner.1). */
export function CompletionPage({
  form,
  profileSource,
  handleAuthError,
  drawRequest,
  applications,
}: CompletionPageProps) {
  const [queryClient] = useState(() => createQueryClient(handleAuthError))
  const profile = useObserved(profileSource.subscribe, profileSource.get)
  if (profile === undefined) return null // loaded before this page opens, so the person is just leaving
  const { submission, withdrawn_at } = profile
  const isWithdrawn = withdrawn_at !== null
  const answered = (key: AdmissionsKey) => answerTo(profile.answer, key).trim()
  const first = answered('first_name')
  const facts = submission
    ? checklistOf(form, { application: profile, submitted_at: submission.submitted_at, requests: profile.requests })
    : []
  const asked = isWithdrawn ? [] : facts.filter(({ kind, received_at }) => kind === 'asked' && received_at === null)
  const { time_zone } = pageData().institution
  const status = statusInWords(facts, { withdrawn_at, open_until: profile.reopening?.until ?? null }, time_zone, given)
  return (
    <main id="main">
      <div className={styles.arrival}>
        <Frame className={styles.words}>
          <h1 tabIndex={-1}>
            <span className={styles.thanks}>
              {first === '' ? say('Thanks.') : sentence('Thanks, {firstName}.', { firstName: first })}
            </span>{' '}
            <span>{isWithdrawn ? say('You withdrew your application.') : say('Your application is\u00A0in.')}</span>
          </h1>
          {isWithdrawn ? (
            <p>{say('We’ll stop reading it. You can still download what you signed, and apply again.')}</p>
          ) : (
            <p className={styles.status}>
              <span>{marked(status)}</span>
              {asked[0] && (
                <>
                  {' '}
                  <a href={`#${asked[0].request?.key}`}>{say('See what, and add it')}</a>
                </>
              )}
            </p>
          )}
          {!isWithdrawn && (
            <p>
              {sentence(
                'Congratulations on finishing the online portion of your application! Please take the last steps below. We emailed a receipt to {username}.',
                { username: profile.username.toLowerCase() },
              )}
            </p>
          )}
          {submission && submission.version > 1 && (
            <p>
              {say('This is version {version}. It replaces what you signed before.', { version: submission.version })}
            </p>
          )}
          {submission && (
            <Reference
              number={submission.reference}
              term={answerTo(withDescriptions(form, profile), descriptionKey(TERM)) || answered(TERM)}
            />
          )}
        </Frame>
        <Ridge belowGround />
      </div>
      <Frame>
        {!isWithdrawn && <Checklist facts={facts} requests={profile.requests} drawRequest={drawRequest} />}
        {!isWithdrawn && (
          <Group title={say('What happens next')}>
            <NextSteps />
          </Group>
        )}
        <Group
          title={say('Your copy')}
          unruled={isWithdrawn}
          note={
            submission &&
            say('Your answers as submitted on {moment}.', { moment: momentInWords(submission.submitted_at) })
          }
        >
          <QueryClientProvider client={queryClient}>
            <ErrorBoundary fallback={({ error, retry }) => <PdfFailed error={error} onRetry={retry} />}>
              <ApplicationPdf accountId={profile.account_id} />
            </ErrorBoundary>
          </QueryClientProvider>
        </Group>
        {isWithdrawn && <Checklist facts={facts.filter(({ received_at }) => received_at !== null)} requests={[]} />}
        <Group title={say('Your applications')}>
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
  const { links, more_links = [], partner_short_name } = pageData().institution
  const shown = [
    // The FAFSA is for citizens and permanent residents.
    isInternational
      ? [say('For international students'), links.international]
      : [say('Apply for aid with the FAFSA'), links.fafsa],
    [say('Financial aid at {institution}', { institution: partner_short_name }), links.aid],
    [say('For transfer students'), links.transfer],
    [say('Disability services'), links.disability_services],
    [say('Visit campus'), links.campus_tour],
    [say('Fees'), links.fees],
    [say('Fee waiver'), links.fee_waiver],
    ...more_links.map(({ title, address }) => [title, address] as const),
  ] as const
  return (
    <Group title={say('While you wait')}>
      <ul className={styles.links}>
        {shown.map(
          ([words, address]) =>
            address && (
              <li key={`${words} ${address}`}>
                <a href={address} target="_blank" rel="noreferrer">
                  <span>{words}</span>
                  <Icon name="outward" />
                </a>
              </li>
            ),
        )}
      </ul>
    </Group>
  )
}

/** The term and the reference number of the submission, with a button that copies the number. */
function Reference({ number, term }: { number: string; term: string }) {
  const [isCopied, setCopied] = useState(false)
  const [copying, copy] = useAction(async () => {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  })
  return (
    <div className={styles.reference}>
      <dl>
        {term !== '' && (
          <div>
            <dt>{say('Your term')}</dt>
            <dd>{term}</dd>
          </div>
        )}
        <div>
          <dt>{say('Your reference number')}</dt>
          <dd translate="no">{number}</dd>
        </div>
      </dl>
      <Button variant="outline" size="small" busy={copying} onClick={copy}>
        <span>
          {isCopied
            ? sentence('Copied<heard> the reference number</heard>', { heard })
            : sentence('Copy<heard> the reference number</heard>', { heard })}
        </span>
      </Button>
      <LiveRegion>{isCopied && say('Copied')}</LiveRegion>
    </div>
  )
}

const heard = (words: string) => <VisuallyHidden>{words}</VisuallyHidden>

/** What the admissions office does next. */
function NextSteps() {
  const { phone, decision_time } = pageData().institution
  return (
    <ol className={styles.steps}>
      <li>
        <div>
          <strong>{say('We review your application')}</strong>
          <span>{say('Once we have all your transcripts, a counselor reads everything you sent.')}</span>
        </div>
      </li>
      <li>
        <div>
          <strong>{say('We send you our decision')}</strong>
          <span>
            {decision_time
              ? say('We’ll email you our decision, usually in {time}.', { time: say(decision_time) })
              : say('We’ll email you our decision.')}
          </span>{' '}
          <span>
            {sentence('If you have questions before then, call {phone} and mention your reference number.', {
              phone: (
                <a href={`tel:${phone}`} translate="no">
                  {phone}
                </a>
              ),
            })}
          </span>
        </div>
      </li>
    </ol>
  )
}
