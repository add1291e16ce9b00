/** The public interface of the page for another phone. It is loaded on demand. */
export { callsFromPhone, FromPhone, Sheet, takePhoneToken } from './from-phone.page.tsx'
