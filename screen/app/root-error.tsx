import { type ReactNode, useEffect, useState } from 'react'
import { say } from '../../engine/index.ts'
import { firstPath } from '../../form/index.ts'
import { Mark, SiteFooter, SiteHeader } from '../applying/site/index.ts'
import { CallError, pageData } from '../client/index.ts'
import { Button, buttonLook, ErrorBoundary, Frame, Status, sentence } from '../parts/index.ts'
import { useIsLoading, useLocation, useNavigate } from '../router/index.ts'
import styles from './root-error.module.css'
import { useReport } from './uncaught-errors.tsx'

/** The page shown when a route fails, with the header and footer of every page, unless one of them has failed. */
export const RootError = ({ error }: { error: unknown }) => (
  <>
    <ErrorBoundary fallback={() => <Mark />}>
      <SiteHeader account={null} />
    </ErrorBoundary>
    <WentWrong error={error} />
    <ErrorBoundary fallback={() => null}>
      <SiteFooter />
    </ErrorBoundary>
  </>
)

/** The same for staff with a service token, who have no header and nothing that opens a dialog (requirement 6.service.5). */
export const ServiceError = ({ error }: { error: unknown }) => <WentWrong error={error} mark={<Mark />} />

/**
 * Logs the error, and says so once that is done (requirements 2.routes.30 and 2.routes.31). Trying again may be enough.
 */
function WentWrong({ error, mark }: { error: unknown; mark?: ReactNode }) {
  const { document_title } = pageData().institution
  const report = useReport()
  const [isLogged, setLogged] = useState<boolean>()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isLoading = useIsLoading()
  useEffect(() => {
    document.title = `${say('Something went wrong')} | ${say(document_title)}`
    let isOver = false
    void report(error).then((logged) => !isOver && setLogged(logged))
    return () => {
      isOver = true
    }
  }, [error, report, document_title])
  // Only the server can fix a failed call, so navigate again; an error in this page needs a reload.
  const retry = () =>
    error instanceof CallError ? navigate(pathname + search + hash, { replace: true }) : window.location.reload()
  return (
    <main id="main">
      <Frame className={styles.fault}>
        {mark}
        <h1>{say('Something went wrong.')}</h1>
        <Status>
          {isLogged && (
            <p>
              {say('The issue that caused you to see this has been logged. We will get it fixed as soon as possible.')}
            </p>
          )}
          {isLogged === false && (
            <p>{error instanceof CallError ? error.message : say('Please try again in a moment.')}</p>
          )}
        </Status>
        <WhomToAsk />
        <div className={styles.ways}>
          <Button busy={isLoading} onClick={() => void retry()}>
            {say('Try again')}
          </Button>
          {/* Not a router link, so that the page is loaded again. */}
          <a className={buttonLook({ variant: 'outline' })} href={firstPath}>
            {say('Go back to your application')}
          </a>
        </div>
      </Frame>
    </main>
  )
}

/** Who helps if the same thing happens again. */
export function WhomToAsk() {
  const { phone, help_email } = pageData().institution
  return (
    <p>
      {sentence('If it keeps happening, call {phone} or email {email}.', {
        phone: (
          <a href={`tel:${phone}`} translate="no">
            {phone}
          </a>
        ),
        email: (
          <a href={`mailto:${help_email}`} translate="no">
            {help_email}
          </a>
        ),
      })}
    </p>
  )
}
