/** Moving from page to page. */
export { PageNavigationProvider, usePageNavigation } from './page-navigation.tsx'
export { Steps } from './steps.tsx'
export { useLastPage } from './use-last-page.ts'
