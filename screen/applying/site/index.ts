/** The public interface of the site: the header and footer of every page. */
export { Mark } from './mark.tsx'
export { SiteFooter } from './site-footer.tsx'
export { SiteHeader } from './site-header.tsx'
export { StillFooter, StillHeader } from './still-site.tsx'
