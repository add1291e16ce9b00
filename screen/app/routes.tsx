import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { firstPath } from '../../form/index.ts'
import { CallError, isLoggedIn } from '../client/index.ts'
import { FormLayout, FormPage } from '../features/application/index.ts'
import { preloadPasswordField } from '../fields/index.ts'
import { LoadingPage, lazyCode } from '../parts/index.ts'
import { Cards } from './auth-cards.tsx'
import type { Session } from './create-session.ts'
import { completionPage } from './fetch-ahead.ts'
import { Root } from './root.tsx'
import { RootError } from './root-error.tsx'

/**
 * Every route (requirements 2.routes). Only the form, where people arrive, is part of the first load; all others load
 * on demand. `handle.title` is the first part of the document's title.
 * Above 80 lines: one table, a row for each route.
 */
export function routesOf({ presence, applicant, enter, profileSource, obey }: Session): RouteObject[] {
  const isSubmitted = () => presence.get().at === 'submitted'

  /**
   * Restores the page a person was sent out from, or the last page saved; on first load only, and never for a link to a
   * question or a link with answers.
   */
  const restorePlace = async ({ request }: LoaderFunctionArgs) => {
    const { place } = await enter()
    const { pathname, search } = new URL(request.url)
    const isLink = window.location.hash !== '' || applicant.token.get() !== undefined
    if (place === undefined || place === pathname || isLink) return null
    const [path, hash = ''] = place.split(/(?=#)/)
    if (path !== undefined && form.some((each) => each.path === path)) throw redirect(path + search + hash)
    return null
  }
  /** The router also accepts /About/ for /about; this redirects to the one valid spelling. */
  const onlyOpen = async (path: string, { request }: LoaderFunctionArgs) => {
    await enter()
    const { pathname, search } = new URL(request.url)
    if (isSubmitted()) return redirect('/completion')
    return pathname === path ? null : redirect(path + search + window.location.hash)
  }
  const onlySubmitted = async ({ request }: LoaderFunctionArgs) => {
    await enter()
    return isSubmitted() ? respelled(request) : toDefault(request)
  }

  const form = applicant.store.form.pages.map(({ slug, title }) => ({
    path: `/${slug}`,
    loader: (args: LoaderFunctionArgs) => onlyOpen(`/${slug}`, args),
    Component: FormPage,
    handle: { title },
  }))
  const cards: RouteObject[] = [
    {
      path: '/signup',
      handle: { title: 'Sign Up' },
      lazy: card(async () => (await import('../features/account/signup.page.tsx')).SignUpPage),
    },
    {
      path: '/confirm',
      handle: { title: 'Confirm Your Account' },
      lazy: card(async () => (await import('../features/account/confirm.page.tsx')).ConfirmPage),
    },
    {
      path: '/login',
      handle: { title: 'Log In' },
      lazy: card(async () => (await import('../features/account/login.page.tsx')).LoginPage),
    },
    {
      path: '/forgot',
      handle: { title: 'Forgot Password' },
      lazy: card(async () => (await import('../features/account/forgot.page.tsx')).ForgotPage),
    },
    {
      path: '/reset',
      handle: { title: 'Reset Password' },
      lazy: card(async () => (await import('../features/account/reset.page.tsx')).ResetPage),
    },
  ]
  return [
    {
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: LoadingPage,
      children: [
        {
          loader: restorePlace,
          shouldRevalidate: () => false,
          children: [
            { Component: FormLayout, children: form },
            {
              path: '/completion',
              loader: onlySubmitted,
              handle: { title: 'Your application is in' },
              lazy: async () => {
                const CompletionPage = await completionPage.load()
                const given = { form: applicant.store.form, profileSource, obey }
                return { element: <CompletionPage {...given} /> }
              },
            },
          ],
        },
        { Component: Cards, loader: onlyUnsubmitted, children: cards },
        { path: '*', loader: ({ request }) => toDefault(request) },
      ],
    },
  ]

  /**
   * The layout shows who is signed in instead of a card. A card also opens if the profile cannot be read or if somebody
   * has just left, because signing in solves both.
   */
  async function onlyUnsubmitted({ request }: LoaderFunctionArgs) {
    const isNew = ['opened', 'visitor'].includes(presence.get().at)
    if (isNew && isLoggedIn()) await enter().catch(ignoreFailedCall)
    return isSubmitted() ? redirect('/completion') : respelled(request)
  }
}

const toDefault = ({ url }: Request) => redirect(firstPath + new URL(url).search + window.location.hash)

/** Redirects to the one valid spelling of a path; null if the path has it. The form pages check their own. */
function respelled({ url }: Request): Response | null {
  const { pathname, search } = new URL(url)
  const spelling = pathname.toLowerCase().replace(/\/+$/, '')
  return spelling === pathname ? null : redirect(spelling + search + window.location.hash)
}

/** An account card, with the password field that most cards have. */
const card = (fetch: () => Promise<ComponentType>) => {
  const { load } = lazyCode(async () => (await Promise.all([fetch(), preloadPasswordField()]))[0])
  return async () => ({ Component: await load() })
}

function ignoreFailedCall(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
