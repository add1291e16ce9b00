import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { pageData } from '../client/index.ts'
import { Mark } from '../features/site/index.ts'
import { buttonLook, Frame } from '../parts/index.ts'
import { useReport } from './report-context.ts'
import styles from './root-error.module.css'

/** What is left when a route fails: it says that this has been logged, and logs it (specification §2). */
export function RootError() {
  const error = useRouteError()
  const report = useReport()
  useEffect(() => {
    report(error)
    document.title = `Something went wrong | ${pageData().institution.document_title}`
  }, [error, report])
  return (
    <main id="main">
      <Frame className={styles.fault}>
        <Mark />
        <h1>Something went wrong.</h1>
        <p>The issue that caused you to see this has been logged. We will get it fixed as soon as possible.</p>
        {/* Not a link of the router: what failed is loaded anew. */}
        <a className={buttonLook({ variant: 'outline' })} href="/about">
          Go back to your application
        </a>
      </Frame>
    </main>
  )
}
