import { useEffect, useState } from 'react'
import { firstPath } from '../../form/index.ts'
import { CallError, pageData } from '../client/index.ts'
import { Mark } from '../features/site/index.ts'
import { Button, buttonLook, Frame } from '../parts/index.ts'
import { useIsLoading, useLocation, useNavigate } from '../router/index.ts'
import { useReport } from './report-context.ts'
import styles from './root-error.module.css'

/**
 * The page shown when a route fails. It logs the error, and says so once that is done (requirements 2.routes.30 and
 * 2.routes.31). Trying again may be enough.
 */
export function RootError({ error }: { error: unknown }) {
  const report = useReport()
  const [isLogged, setLogged] = useState<boolean>()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isLoading = useIsLoading()
  useEffect(() => {
    document.title = `Something went wrong | ${pageData().institution.document_title}`
    let isOver = false
    void report(error).then((logged) => !isOver && setLogged(logged))
    return () => {
      isOver = true
    }
  }, [error, report])
  // Only the server can fix a failed call, so navigate again; an error in this page needs a reload.
  const retry = () =>
    error instanceof CallError ? navigate(pathname + search + hash, { replace: true }) : window.location.reload()
  return (
    <main id="main">
      <Frame className={styles.fault}>
        <Mark />
        <h1>Something went wrong.</h1>
        <div role="status">
          {isLogged && (
            <p>The issue that caused you to see this has been logged. We will get it fixed as soon as possible.</p>
          )}
          {isLogged === false && <p>{error instanceof CallError ? error.message : 'Please try again in a moment.'}</p>}
        </div>
        <div className={styles.ways}>
          <Button busy={isLoading} onClick={() => void retry()}>
            Try again
          </Button>
          {/* Not a router link, so that the page is loaded again. */}
          <a className={buttonLook({ variant: 'outline' })} href={firstPath}>
            Go back to your application
          </a>
        </div>
      </Frame>
    </main>
  )
}
