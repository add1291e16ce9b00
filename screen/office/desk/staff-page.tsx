import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { say } from '../../../engine/index.ts'
import { type PageData, pageData, providePageData } from '../../client/index.ts'
import { Button, buttonLook, Frame, Loading, Logo, Notice, Status } from '../../parts/index.ts'
import { createRouter, fixedHistory, RouterView, useLocation } from '../../router/index.ts'
import styles from './desk.module.css'
import pageStyles from './desk-pages.module.css'

/** The heading of a page. It takes the focus when the page opens, so that a screen reader says where one is. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = say('{title} · Staff desk', { title })
    heading.current?.focus()
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** The heading of a page until the data has its own. Without one the focus would fall from the link to nothing. */
  title?: string
  children: (data: Data) => ReactNode
}

/** What a query has read, or that it is being read, or why it could not be, with a way to try again. */
export function Loaded<Data>({ query, title, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      {title && <PageTitle title={title} />}
      {query.isError ? <NotLoaded query={query} /> : <Loading label={say('Loading…')} />}
    </>
  )
}

/** Why something could not be read, if it could not, with a way to try again. */
export const NotLoaded = ({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) =>
  query.error && (
    <Notice kind="error" role="alert">
      <p>{query.error.message}</p>
      <Button size="small" variant="outline" onClick={() => void query.refetch()}>
        {say('Try again')}
      </Button>
    </Notice>
  )

/** A part of a page under a heading of its own; `narrow` for what is read or typed rather than a table. */
export const StaffSection = ({
  title,
  narrow = false,
  given = false,
  children,
}: {
  title: string
  narrow?: boolean
  /** Whether the title is a name that somebody chose: browsers do not translate it. */
  given?: boolean
  children: ReactNode
}) => (
  <section aria-label={title} className={narrow ? styles.narrow : styles.section}>
    <h2 translate={given ? 'no' : undefined}>{title}</h2>
    {children}
  </section>
)

/** What is known about something, as labels with values. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={pageStyles.facts}>{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** How to sign in, at whichever address somebody without a session has opened. */
export function SignInPage({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  const {
    institution: { partner_name },
    logo,
  } = pageData()
  return (
    <main>
      <Frame className={styles.page}>
        {logo && <Logo {...logo} />}
        <PageTitle title={say('Sign in')}>{say('{institution}: staff desk', { institution: partner_name })}</PageTitle>
        <Status as="p">{message}</Status>
        {pageData().staff_provider ? (
          <p>
            <a className={buttonLook()} href={`/staff/sign-in?${new URLSearchParams({ return: pathname + search })}`}>
              {say('Sign in')}
            </a>
          </p>
        ) : (
          <p>{say('Ask the operator of this system for a sign-in link, then open it in this browser.')}</p>
        )}
      </Frame>
    </main>
  )
}

/** The same as the server sends it at /staff to whom nobody knows there. The script draws it anew, word for word. */
export function sentSignInPage(data: PageData): ReactNode {
  providePageData(data)
  const element = <SignInPage message={data.staff_signed_out ?? ''} />
  const router = createRouter([{ path: '*', element }], { history: fixedHistory('/staff'), isShown: true })
  return <RouterView router={router} meanwhile={null} ErrorPage={() => null} />
}
