/** The public interface of the site: the header and footer of every page. */

export { SiteFooter } from './site-footer.tsx'
export { Mark, SiteHeader } from './site-header.tsx'
export { StillFooter, StillHeader } from './stub-site.tsx'
