/** The items of a page in reading order, with short questions side by side. */
export { PageItems } from './page-items.tsx'
