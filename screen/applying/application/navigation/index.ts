/** Moving from page to page, and from section to section. */

export { SectionButton } from './lazy-section-button.ts'
export { PageMap } from './page-map.tsx'
export { PageNavigationProvider, usePageNavigation } from './page-navigation.tsx'
export { Steps } from './steps.tsx'
export { useLastPage } from './use-last-page.ts'
