/** The public interface of the staff desk, which is a page of its own: what the server draws of it. */
export { sentSignInPage } from './staff-page.tsx'
