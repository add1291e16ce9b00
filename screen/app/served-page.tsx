import type { ReactNode } from 'react'
import { firstPath } from '../../form/index.ts'
import { createObservable, type PageData, providePageData } from '../client/index.ts'
import { createRouter, stillHistory } from '../router/index.ts'
import { Drawn } from './app.tsx'
import { createPageStore } from './create-page-store.ts'
import { routesOf } from './routes.tsx'
import { createStillSession } from './still-session.ts'

/** The first page as a visitor sees it, without a browser. Its first render in a browser draws the same. */
export function servedPage(data: PageData): ReactNode {
  providePageData(data)
  const store = createPageStore()
  const session = new Promise<never>(() => {})
  const router = createRouter(routesOf(store.form, session), { history: stillHistory(firstPath), isShown: true })
  return (
    <Drawn
      report={async () => false}
      uncaught={{ listen: () => () => {} }}
      shown={createObservable(createStillSession(store, session))}
      router={router}
    />
  )
}
