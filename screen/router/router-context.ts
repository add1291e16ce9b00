import { createContext, useContext } from 'react'
import type { Navigate, Router, Shown } from './create-router.ts'
import type { Location } from './location.ts'

/** The router, what it shows, and how many layouts are around the component that asks. */
type Within = { readonly router: Router; readonly shown: Shown; readonly depth: number }

export const RouterContext = createContext<Within | null>(null)

export function useRouter(): Within {
  const within = useContext(RouterContext)
  if (within === null) throw new Error('This component must be rendered inside RouterView.')
  return within
}

/** The function that opens a page. Always the same one. */
export const useNavigate = (): Navigate => useRouter().router.navigate

export const useLocation = (): Location => useRouter().shown.location

/** Whether another page is about to open. */
export const useIsLoading = (): boolean => useRouter().shown.isLoading

/** The title of the page. */
export const usePageTitle = (): string | undefined => useRouter().shown.matches.findLast(({ title }) => title)?.title

/** Whether the page was reached by Back or Forward, or by loading the app, and not by a link. */
export const useIsReturn = (): boolean => useRouter().shown.isReturn
