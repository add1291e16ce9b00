import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import { ErrorBoundary } from '../parts/index.ts'
import { hrefOf, type Location, locationOf, type Navigate, type Router, type Shown } from './create-router.ts'

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

/** Where a layout puts what is inside it: the next layout, or the page. */
export function Outlet() {
  const within = useRouter()
  const depth = within.depth + 1
  const route = within.shown.matches[depth - 1]
  if (route === undefined) return null
  const { Component = Outlet, element = <Component /> } = route
  const loaded = route.load ? within.router.loaded(route) : element
  // Else React would not draw the page again when its words change.
  const drawn = isValidElement(loaded) ? cloneElement(loaded) : loaded
  return <RouterContext value={{ ...within, depth }}>{drawn}</RouterContext>
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Passed to the page. */
  state?: object
  /** Replaces the history entry. A link to the present address always does. */
  replace?: boolean
}

/**
 * A link to a page of the app, or to a question of one. With a modifier key, it is the browser's, which opens a tab. An
 * `onClick` that prevents the default replaces what the link does.
 */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const { router, shown } = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    const isHere = hrefOf(locationOf(to, shown.location, null)) === hrefOf(shown.location)
    void router.navigate(to, { state: state ?? null, replace: replace ?? isHere })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Whether a click asks for a new tab or window. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A link that is marked while its page is shown. */
export function NavLink(props: LinkProps) {
  const { pathname } = useRouter().shown.location
  return <Link {...props} aria-current={pathname === props.to ? 'page' : undefined} />
}

/** The router, what it shows, and how many layouts are around the component that asks. */
type Within = { readonly router: Router; readonly shown: Shown; readonly depth: number }

const RouterContext = createContext<Within | null>(null)

function useRouter(): Within {
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
export function usePageTitle(): string | undefined {
  const title = useRouter().shown.matches.findLast((match) => match.title)?.title
  return typeof title === 'function' ? title() : title
}

/** Whether the page was reached by Back or Forward, or by loading the app, and not by a link. */
export const useIsReturn = (): boolean => useRouter().shown.isReturn
