import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, locationOf } from './location.ts'
import { useRouter } from './router-context.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
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
