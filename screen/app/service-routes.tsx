import { Mark } from '../applying/site/index.ts'
import { LoadingPage, lazyPart } from '../parts/index.ts'
import type { Route } from '../router/index.ts'
import type { Session } from './create-session.ts'
import { useSession } from './session-context.ts'

const ServiceView = lazyPart(async () => (await import('../office/service-view/service-view.page.tsx')).ServiceView, {
  meanwhile: <LoadingPage />,
})

/** Staff with a service token see the same on every path: the application they may read (requirements 6.service). */
export const serviceRoutes = (token: string, session: Promise<Session>): readonly Route[] => [
  { path: '*', guard: async () => void (await session), element: <ServicePage token={token} /> },
]

const ServicePage = ({ token }: { token: string }) => (
  <ServiceView token={token} mark={<Mark />} obey={useSession().obey} />
)
