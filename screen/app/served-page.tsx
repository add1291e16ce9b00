import type { ReactNode } from 'react'
import { say } from '../../engine/index.ts'
import { firstPath } from '../../form/index.ts'
import { createApplicant } from '../applying/application/index.ts'
import { StillFooter, StillHeader } from '../applying/site/index.ts'
import { callsAs, createProfileSource, loadStructure, type PageData, providePageData } from '../client/index.ts'
import { createDocuments } from '../documents/documents/index.ts'
import { buttonLook, createObservable, Frame } from '../parts/index.ts'
import { createRouter, fixedHistory } from '../router/index.ts'
import { Drawn } from './app.tsx'
import { createPageStore, type Session } from './create-session.ts'
import { createMailMatter } from './mail-matter.ts'
import { createErasures, createLastActivity } from './other-tabs.ts'
import { createPresence } from './presence.ts'
import styles from './root-error.module.css'
import { WhomToAsk } from './root-error.tsx'
import { routesOf } from './routes.tsx'

/**
 * A page as a visitor sees it, without a browser: the first page of the form, or an account card. Its first render in a
 * browser draws the same. Provide `data` again before it is rendered, because another page may have come between.
 */
export async function servedPage(data: PageData, path: string): Promise<ReactNode> {
  await loadStructure(data.institution)
  providePageData(data)
  const session = sessionOfNobody()
  const router = createRouter(routesOf(session.applicant.store.form, session), {
    history: fixedHistory(path),
    isShown: true,
  })
  await router.prepare()
  return <Drawn report={async () => false} uncaught={{ listen: () => () => {} }} session={session} router={router} />
}

/** The session where there is no browser: a visitor of whom nothing is known. */
function sessionOfNobody(): Session {
  const store = createPageStore()
  const { form, today } = store
  const storages = { none: nowhere, sensitive: nowhere, secret: nowhere }
  const page = new EventTarget()
  const applicant = createApplicant({
    form,
    today,
    store,
    storages,
    page,
    callsAs,
    isHere: () => true,
    onStopped: nothing,
  })
  const { save } = applicant
  return {
    applicant,
    presence: createPresence(() => ({ cookie: '', page: 'form' }), nothing),
    documents: createDocuments({ form, store, save, calls: applicant, limits: () => noFiles }),
    profileSource: createProfileSource({ onUnauthorized: nothing }),
    lastActivity: createLastActivity(nowhere),
    device: nowhere,
    message: createObservable(undefined),
    erasures: createErasures(nowhere),
    matter: createMailMatter({ storage: nowhere, open: async () => false, isOnCard: () => true, firstLeft: () => '/' }),
    openApplication: async () => {},
    watchHistory: nothing,
    enter: async () => ({ place: undefined }),
    logOut: async () => {},
    handleAuthError: () => false,
    onSubmitted: nothing,
    onRenamed: nothing,
    onErased: nothing,
    onDeleted: nothing,
  }
}

const nothing = () => {}
const nowhere = { getItem: () => null, setItem: nothing, removeItem: nothing }
const noFiles = { bytes: 0, nameLength: 0, types: [] }

/** Why a link to a file did not open it, as the server says it. */
export type Refused = {
  readonly message: string
  /** The address of the link. */
  readonly address: string
  /** Whether the same link may work a little later. */
  readonly isPassing: boolean
}

/** The page that the server sends when it refuses a link to a file. It looks like an error page and needs no script. */
export function refusedFile(data: PageData, refused: Refused): ReactNode {
  providePageData(data)
  return <RefusedFile {...refused} />
}

function RefusedFile({ message, address, isPassing }: Refused) {
  const ways = [
    { to: address, label: say('Try again') },
    { to: firstPath, label: say('Go back to your application') },
  ]
  return (
    <>
      <StillHeader />
      <main>
        <Frame className={styles.fault}>
          <h1>{say('We can’t open this file')}</h1>
          <p>{message}</p>
          <WhomToAsk />
          <div className={styles.ways}>
            {/* What is more likely to help comes first. */}
            {(isPassing ? ways : ways.toReversed()).map(({ to, label }, place) => (
              <a key={label} className={buttonLook({ variant: place === 0 ? 'main' : 'outline' })} href={to}>
                {label}
              </a>
            ))}
          </div>
        </Frame>
      </main>
      <StillFooter />
    </>
  )
}
