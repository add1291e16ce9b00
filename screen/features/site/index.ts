/** The door of the site: what stands on every page around its content. */
export { Mark } from './mark.tsx'
export { SiteFooter } from './site-footer.tsx'
export { SiteHeader } from './site-header.tsx'
