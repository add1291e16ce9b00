import { lazy, Suspense } from 'react'
import type { RouteObject } from 'react-router'
import { Mark } from '../features/site/index.ts'
import { LoadingPage } from '../parts/index.ts'
import { RootError } from './root-error.tsx'

const ServiceView = lazy(async () => ({
  default: (await import('../features/service-view/service-view.page.tsx')).ServiceView,
}))

/** For staff who came with a service token every path shows the same: what they may read (specification §6). */
export const serviceRoutes = (token: string): RouteObject[] => [
  {
    path: '*',
    ErrorBoundary: RootError,
    element: (
      <Suspense fallback={<LoadingPage />}>
        <ServiceView token={token} mark={<Mark />} />
      </Suspense>
    ),
  },
]
