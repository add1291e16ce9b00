import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../parts/index.ts'
import type { Router } from './create-router.ts'
import { Outlet } from './outlet.tsx'
import { RouterContext } from './router-context.ts'

type RouterViewProps = {
  router: Router
  /** Shown until the first page may open. */
  meanwhile: ReactNode
  /** Shown instead of a page that could not be opened or rendered, until another page opens. */
  ErrorPage: ComponentType<{ error: unknown }>
}

/** Shows what the router shows: in one go, because rendering in slices lets frames of the earlier page come between. */
export function RouterView({ router, meanwhile, ErrorPage }: RouterViewProps) {
  const [shown, setShown] = useState(router.get)
  useEffect(() => {
    const follow = () => setShown(router.get())
    follow() // what happened before this was rendered
    return router.subscribe(follow)
  }, [router])
  const { matches, failure, location } = shown
  return (
    <RouterContext value={{ router, shown, depth: 0 }}>
      {failure ? (
        <ErrorPage error={failure.error} />
      ) : matches.length === 0 ? (
        meanwhile
      ) : (
        <ErrorBoundary resetBy={location} fallback={({ error }) => <ErrorPage error={error} />}>
          <Outlet />
        </ErrorBoundary>
      )}
    </RouterContext>
  )
}
