/** The public interface of this folder: which page is shown at which address, and how to go from one to another. */
export { createRouter, fixedHistory, type NavigateOptions, type Route, type Router } from './create-router.ts'
export {
  isForBrowser,
  Link,
  NavLink,
  Outlet,
  RouterView,
  useIsLoading,
  useIsReturn,
  useLocation,
  useNavigate,
  usePageTitle,
} from './router-view.tsx'
