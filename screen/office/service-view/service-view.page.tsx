import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ownErrors } from '../../../api/browser.ts'
import type { Reply } from '../../../api/index.ts'
import { languageInWords, say } from '../../../engine/index.ts'
import { legalName } from '../../../form/index.ts'
import { CallError, call, createQueryClient, momentInWords, pageData, timeNow } from '../../client/index.ts'
import { PrintedRows } from '../../fields/index.ts'
import { addStyles, Button, classNames, ErrorBoundary, Frame, LoadingPage, Notice } from '../../parts/index.ts'
import { forgetServiceToken } from './service-token.ts'
import sheet from './service-view.css?url'

/** The view, once the styles are there that only it has. */
export async function styledServiceView(): Promise<typeof ServiceView> {
  await addStyles(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }))
  return ServiceView
}

type ServiceViewProps = { token: string; mark: ReactNode }

/** The page of a service user, whatever the path: one application to read and print (requirements 6.service). */
export function ServiceView({
  handleAuthError,
  ...props
}: ServiceViewProps & { handleAuthError: (error: unknown) => unknown }) {
  const [queryClient] = useState(() => createQueryClient(handleAuthError))
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary fallback={({ error }) => <NotShown error={error} mark={props.mark} />}>
        <Read {...props} />
      </ErrorBoundary>
    </QueryClientProvider>
  )
}

function Read({ token, mark }: ServiceViewProps) {
  // Without Suspense, because React may restart a suspended render with another client, which would ask again.
  const { data } = useQuery(serviceViewQuery(token))
  return data === undefined ? <LoadingPage /> : <Paper view={data} mark={mark} />
}

function Paper({ view, mark }: { view: Reply<'serviceView'>; mark: ReactNode }) {
  const { application_title, partner_name } = pageData().institution
  const { answer, as_read, submission, withdrawn_at, expires_at } = view
  const [isAsRead, setAsRead] = useState(false)
  const { language, pages } = isAsRead && as_read ? as_read : { language: 'en', pages: view.pages }
  const name = legalName(answer)
  const ended = useEnded(expires_at)
  if (ended)
    return (
      <Instead mark={mark} over title={say('Nothing to show here')}>
        <p role="alert">{say(ownErrors.ended_service_link.message)}</p>
      </Instead>
    )
  return (
    // Nothing here can be submitted, so this is a plain form whose submit does nothing (requirement 2.form-wrapper.1).
    <form onSubmit={(event) => event.preventDefault()}>
      <main id="main">
        <Frame className="service-paper">
          <header className="service-head">
            {withdrawn_at && (
              <Notice
                kind="stop"
                title={say('Withdrawn by the applicant, {moment}', { moment: momentInWords(withdrawn_at) })}
              />
            )}
            <div className="service-brand">
              {mark}
              <h1>{say(application_title)}</h1>
              <span>{partner_name}</span>
            </div>
            <dl className="service-facts">
              <div>
                <dt>{say('Applicant')}</dt>
                <dd>{name ? <span translate="no">{name}</span> : say('No name yet')}</dd>
              </div>
              {submission && (
                <div>
                  <dt>{say('Reference')}</dt>
                  <dd translate="no">{submission.reference}</dd>
                </div>
              )}
              <div>
                <dt>{submission ? say('Submitted') : say('Not submitted')}</dt>
                <dd>{submission ? momentInWords(submission.submitted_at) : say('Answers as of now')}</dd>
              </div>
            </dl>
            <p className="service-note">
              <span>
                {submission ? say('Every answer as signed.') : say('This application is still open and may change.')}
              </span>{' '}
              <span>{say('Read-only until {moment}.', { moment: momentInWords(expires_at) })}</span>
            </p>
            {as_read && (
              <p className="service-note">
                <span>
                  {say('The applicant answered in {language}.', { language: languageInWords(as_read.language) })}
                </span>{' '}
                <Button variant="quiet" size="small" flush="start" onClick={() => setAsRead(!isAsRead)}>
                  {isAsRead ? say('Read it in English') : say('Read it as they did')}
                </Button>
              </p>
            )}
          </header>
          {pages.map(({ slug, title, rows, ownSheet }) => (
            <section
              key={slug}
              lang={language}
              className={classNames('service-page', ownSheet && 'service-own-sheet')}
              aria-labelledby={`page-${slug}`}
            >
              <h2 id={`page-${slug}`}>{title}</h2>
              <PrintedRows rows={rows} from="h3" />
            </section>
          ))}
        </Frame>
      </main>
    </form>
  )
}

/** Whether the link has expired, even on a page that stays open. */
function useEnded(expiresAt: string): boolean {
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setEnded(true), Math.max(0, Date.parse(expiresAt) - timeNow()))
    return () => clearTimeout(timer)
  }, [expiresAt])
  return ended
}

function NotShown({ error, mark }: { error: unknown; mark: ReactNode }) {
  const { code, message } =
    error instanceof CallError ? error : { code: undefined, message: say(ownErrors.unexpected.message) }
  const isOver = code === 'ended_service_link'
  return (
    <Instead
      mark={mark}
      over={isOver}
      title={isOver ? say('Nothing to show here') : say('We can’t show this application right now')}
    >
      <p role="alert">{message}</p>
      {!isOver && <p>{say('Reload this page in a moment. The link still works.')}</p>}
    </Instead>
  )
}

type InsteadProps = { mark: ReactNode; title: string; over: boolean; children: ReactNode }

/** Shown instead of the view. Once the link has expired, this is an applicant's tab again. */
function Instead({ mark, title, over, children }: InsteadProps) {
  useEffect(() => {
    if (over) forgetServiceToken()
  }, [over])
  return (
    <main id="main">
      <Frame className="service-instead">
        {mark}
        <h1>{title}</h1>
        {children}
      </Frame>
    </main>
  )
}

/** One application, as shown to staff. */
export const serviceViewQuery = (token: string) =>
  queryOptions({ queryKey: ['service view'], queryFn: () => call('serviceView', { service_token: token }) })
