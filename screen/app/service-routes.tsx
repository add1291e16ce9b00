import { Mark } from '../features/site/index.ts'
import { LoadingPage, lazyPart } from '../parts/index.ts'
import type { Route } from '../router/index.ts'
import type { Session } from './create-session.ts'

const ServiceView = lazyPart(async () => (await import('../features/service-view/service-view.page.tsx')).ServiceView, {
  meanwhile: <LoadingPage />,
})

/** Staff with a service token see the same on every path: the application they may read (requirements 6.service). */
export const serviceRoutes = (token: string, { obey }: Session): readonly Route[] => [
  {
    path: '*',
    element: <ServiceView token={token} mark={<Mark />} obey={obey} />,
  },
]
