/** The public interface of the service view for staff. The view itself, service-view.page.tsx, is loaded on demand. */
export { takeServiceToken } from './service-token.ts'
