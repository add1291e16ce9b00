import type { ReactNode } from 'react'
import type { Form } from '../../engine/index.ts'
import { toSay } from '../../engine/index.ts'
import { firstPath } from '../../form/index.ts'
import { AuthLayout, SignedInCard } from '../applying/account/index.ts'
import { CheckAnswers, FormLayout, FormPage, QuietQuestions, useSnapshot } from '../applying/application/index.ts'
import { Mark } from '../applying/site/index.ts'
import { CallError, isLoggedIn } from '../client/index.ts'
import { preloadFolding, preloadPasswordField } from '../fields/index.ts'
import { LoadingPage, lazyCode, lazyPart } from '../parts/index.ts'
import { Outlet, type Route, useLocation } from '../router/index.ts'
import type { Session } from './create-session.ts'
import { placeOf } from './mail-matter.ts'
import { completionPage, Root } from './root.tsx'
import { useSession } from './session-context.ts'

/**
 * Every route (requirements 2.routes). Only the form, where people arrive, is part of the first load; all others load
 * on demand.
 */
export function routesOf({ pages }: Form, session: Session): readonly Route[] {
  const { enter, presence, applicant, matter } = session
  const isSubmitted = () => presence.get().at === 'submitted'

  /**
   * Restores the page a person was sent out from, or the last page saved; on first load only, and never for a link to a
   * question or a link with answers. The link of a mail leads to its matter.
   */
  const restorePlace = async ({ pathname, search, hash: link }: URL) => {
    const { place } = await enter()
    const mailed = matter.place()
    if (mailed !== undefined && mailed !== placeOf()) return mailed === pathname + link ? undefined : mailed
    const isLink = link !== '' || applicant.token.get() !== undefined
    if (place === undefined || place === pathname || isLink) return undefined
    const [path, hash = ''] = place.split(/(?=#)/)
    return path !== undefined && form.some((each) => each.path === path) ? path + search + hash : undefined
  }
  /** The router also accepts /About/ for /about; this leads to the one valid spelling. */
  const onlyOpen = async (path: string, { pathname, search }: URL) => {
    await enter()
    if (isSubmitted()) return '/completion'
    if (isLoggedIn()) await Promise.allSettled([preloadFolding(), QuietQuestions.preload()]) // pages do without
    return pathname === path ? undefined : path + search + window.location.hash
  }
  const onlySubmitted = async (address: URL) => {
    await enter()
    return isSubmitted() ? respelled(address) : defaultPath(address)
  }
  /**
   * The layout shows who is signed in instead of a card. A card also opens if the profile cannot be read or if somebody
   * has just left, because signing in solves both. The link of a mail leads on at once.
   */
  const onlyUnsubmitted = async (address: URL) => {
    const isNew = ['opened', 'visitor'].includes(presence.get().at)
    if (isNew && isLoggedIn()) await enter().catch(ignoreFailedCall)
    if (matter.place() !== undefined) return firstPath
    return isSubmitted() ? '/completion' : respelled(address)
  }

  const form = pages.map(({ slug, title }) => ({
    path: `/${slug}`,
    title: () => applicant.store.form.pages.find((page) => page.slug === slug)?.title ?? title,
    guard: (address: URL) => onlyOpen(`/${slug}`, address),
    ...(slug === pages.at(-1)?.slug ? { load: lastPage } : { Component: FormPage }),
  }))
  const completion: Route = {
    path: '/completion',
    title: toSay('Your application is in'),
    guard: onlySubmitted,
    load: async () => {
      const CompletionPage = await completionPage.load()
      const { profileSource, handleAuthError } = session
      return <CompletionPage profileSource={profileSource} handleAuthError={handleAuthError} />
    },
  }
  return [
    { path: '/from-phone', title: toSay('Send a document'), load: fromPhone },
    { path: '/check-pdf', title: toSay('Check a PDF'), load: checkPdf },
    {
      Component: Root,
      children: [
        {
          guard: restorePlace,
          guardsOnce: true,
          children: [{ Component: FormLayout, children: form }, completion],
        },
        { Component: Cards, guard: onlyUnsubmitted, children: cards },
        { path: '*', guard: defaultPath },
      ],
    },
  ]
}

const page = (fetch: () => Promise<() => ReactNode>): (() => Promise<ReactNode>) => {
  const { load } = lazyCode(fetch)
  return async () => {
    const Page = await load()
    return <Page />
  }
}

/** Opens with the answers to check and what may be forgotten, which would otherwise push down what is below. */
async function lastPage(): Promise<ReactNode> {
  await Promise.allSettled([CheckAnswers, QuietQuestions].map(({ preload }) => preload())) // they try again themselves
  return <FormPage />
}

/** An account card, with the password field that most cards have. */
const card = (fetch: () => Promise<() => ReactNode>) =>
  page(async () => (await Promise.all([fetch(), preloadPasswordField()]))[0])

const fromPhone = page(async () => (await import('./from-phone-part.tsx')).FromPhonePart)

const checkPdf = page(async () => (await import('./check-pdf-part.tsx')).CheckPdfPart)

const cards: readonly Route[] = [
  {
    path: '/signup',
    title: toSay('Sign Up'),
    load: card(async () => (await import('../applying/account/signup.page.tsx')).SignUpPage),
  },
  {
    path: '/confirm',
    title: toSay('Confirm Your Account'),
    load: card(async () => (await import('../applying/account/confirm.page.tsx')).ConfirmPage),
  },
  {
    path: '/login',
    title: toSay('Log In'),
    load: card(async () => (await import('../applying/account/login.page.tsx')).LoginPage),
  },
  {
    path: '/forgot',
    title: toSay('Forgot Password'),
    load: card(async () => (await import('../applying/account/forgot.page.tsx')).ForgotPage),
  },
  {
    path: '/reset',
    title: toSay('Reset Password'),
    load: card(async () => (await import('../applying/account/reset.page.tsx')).ResetPage),
  },
]

const defaultPath = ({ search }: URL) => firstPath + search + window.location.hash

/** The one valid spelling of a path; undefined if the path has it. The form pages check their own. */
function respelled({ pathname, search }: URL): string | undefined {
  const spelling = pathname.toLowerCase().replace(/\/+$/, '')
  return spelling === pathname ? undefined : spelling + search + window.location.hash
}

function ignoreFailedCall(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}

const ServiceView = lazyPart(
  async () => (await import('../office/service-view/service-view.page.tsx')).styledServiceView(),
  { meanwhile: <LoadingPage /> },
)

/** Staff with a service token see the same on every path: the application they may read (requirements 6.service). */
export const serviceRoutes = (token: string): readonly Route[] => [
  { path: '*', element: <ServicePage token={token} /> },
]

const ServicePage = ({ token }: { token: string }) => (
  <ServiceView token={token} mark={<Mark />} handleAuthError={useSession().handleAuthError} />
)

/** The account cards. People who are signed in see who they are instead, except on /reset. */
function Cards() {
  const { logOut } = useSession()
  const is_logged_in = useSnapshot('is_logged_in')
  const username = useSnapshot('username')
  const { pathname } = useLocation()
  return (
    <AuthLayout>
      {is_logged_in && pathname !== '/reset' ? <SignedInCard username={username} onLogOut={logOut} /> : <Outlet />}
    </AuthLayout>
  )
}
