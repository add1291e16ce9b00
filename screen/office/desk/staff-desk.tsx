import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Button, ErrorBoundary, Frame, Loading, Notice, useAction } from '../../parts/index.ts'
import { Outlet, type Route, type Router, RouterView, useLocation, useNavigate } from '../../router/index.ts'
import { AcknowledgementsPage } from './acknowledgements-page.tsx'
import { ApplicationPage } from './application-page.tsx'
import { CodeMapsPage } from './code-maps-page.tsx'
import { DeliveriesPage } from './deliveries-page.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import styles from './desk.module.css'
import { ErasuresPage } from './erasures-page.tsx'
import { FormPage } from './form/form-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { QueuePage, SearchMemory } from './queue-page.tsx'
import { RecordPage } from './record-page.tsx'
import { isSignedOut, SESSION, StaffContext, sentenceOf, staffCall } from './staff-call.ts'
import { StaffHeader } from './staff-header.tsx'
import { Loaded, PageTitle, SignInPage } from './staff-page.tsx'
import { StatisticsPage } from './statistics-page.tsx'
import { TokensPage } from './tokens-page.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** The pages of the staff desk. */
export const staffRoutes: readonly Route[] = [
  { path: '/staff/link', Component: UseLinkPage },
  {
    Component: SignedIn,
    children: [
      { path: '/staff', Component: QueuePage },
      { path: '/staff/application', Component: ApplicationPage },
      { path: '/staff/statistics', Component: StatisticsPage },
      { path: '/staff/deliveries', Component: DeliveriesPage },
      { path: '/staff/delivery', Component: DeliveryPage },
      { path: '/staff/code-maps', Component: CodeMapsPage },
      { path: '/staff/tokens', Component: TokensPage },
      { path: '/staff/acknowledgements', Component: AcknowledgementsPage },
      { path: '/staff/form', Component: FormPage },
      { path: '/staff/record', Component: RecordPage },
      { path: '/staff/people', Component: PeoplePage },
      { path: '/staff/erasures', Component: ErasuresPage },
      { path: '*', Component: NoPage },
    ],
  },
]

export function StaffDesk({ router, queries }: { router: Router; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <SearchMemory>
        <RouterView router={router} meanwhile={<Loading />} ErrorPage={Broken} />
      </SearchMemory>
    </QueryClientProvider>
  )
}

/** The pages for who is signed in. Without a session the page for signing in stands at the same address. */
function SignedIn() {
  const session = useQuery({
    queryKey: SESSION,
    queryFn: () => staffCall('staffSession'),
  })
  const { staff_signed_out } = pageData()
  if (session.isError && isSignedOut(session.error)) return <SignInPage message={session.error.message} />
  if (session.isPending && staff_signed_out !== undefined) return <SignInPage message={staff_signed_out} />
  if (session.data === undefined) {
    return (
      <Frame className={styles.page}>
        <Loaded query={session}>{() => null}</Loaded>
      </Frame>
    )
  }
  return (
    <StaffContext value={session.data}>
      <StaffHeader />
      <Main>
        <ErrorBoundary resetBy={session.data} fallback={({ error }) => <Broken error={error} />}>
          <Outlet />
        </ErrorBoundary>
      </Main>
      <footer className={styles.footer}>{pageData().institution.partner_name}</footer>
    </StaffContext>
  )
}

function Main({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useKeptFocus(place)
  return (
    <main id="main" ref={place} className={styles.page}>
      {children}
    </main>
  )
}

function NoPage() {
  return (
    <>
      <PageTitle title={say('There is no such page')} />
      <p>
        <a href="/staff">{say('Go to the queue')}</a>
      </p>
    </>
  )
}

function Broken({ error }: { error: unknown }) {
  return (
    <Frame className={styles.page}>
      <PageTitle title={say('Something went wrong')} />
      <p>{error instanceof Error ? error.message : say('Please load the page again.')}</p>
      <p>
        <a href="/staff">{say('Go to the queue')}</a>
      </p>
    </Frame>
  )
}

/** A sign-in link works once, so it is used when somebody presses the button and not when a preview opens it. */
function UseLinkPage() {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState('')
  const [busy, signIn] = useAction(async () => {
    try {
      await staffCall('useStaffLink', { token })
    } catch (error) {
      return setProblem(sentenceOf(error))
    }
    queries.removeQueries({ queryKey: SESSION })
    await navigate('/staff', { replace: true })
  })
  return (
    <main>
      <Frame className={styles.page}>
        <PageTitle title={say('Sign in')} />
        <p>{say('This link signs you in once.')}</p>
        {problem && (
          <Notice kind="error" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        <p>
          <Button busy={busy} onClick={signIn}>
            {say('Sign in')}
          </Button>
        </p>
      </Frame>
    </main>
  )
}
