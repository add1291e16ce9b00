import { pageData } from '../../client/index.ts'
import { buttonLook, Frame } from '../../parts/index.ts'
import { useLocation } from '../../router/index.ts'
import styles from './desk.module.css'
import { PageTitle } from './page-title.tsx'

/** How to sign in, at whichever address somebody without a session has opened. */
export function SignInPage({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  const { partner_name } = pageData().institution
  return (
    <main>
      <Frame className={styles.page}>
        <PageTitle title="Sign in">{`${partner_name}: staff desk`}</PageTitle>
        <p role="status">{message}</p>
        {pageData().staff_provider ? (
          <p>
            <a className={buttonLook()} href={`/staff/sign-in?${new URLSearchParams({ return: pathname + search })}`}>
              Sign in
            </a>
          </p>
        ) : (
          <p>Ask the operator of this system for a sign-in link, then open it in this browser.</p>
        )}
      </Frame>
    </main>
  )
}
