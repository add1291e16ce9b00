/** The public interface of this folder: which page is shown at which address, and how to go from one to another. */
export { stillHistory } from './browser-history.ts'
export { createRouter, type NavigateOptions, type Router } from './create-router.ts'
export { isForBrowser, Link, NavLink } from './link.tsx'
export { Outlet } from './outlet.tsx'
export type { Route } from './route.ts'
export { useIsLoading, useIsReturn, useLocation, useNavigate, usePageTitle } from './router-context.ts'
export { RouterView } from './router-view.tsx'
