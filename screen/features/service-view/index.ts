/** The door of what staff see. The view itself is fetched on demand from service-view.page.tsx. */
export { takeServiceToken } from './service-token.ts'
