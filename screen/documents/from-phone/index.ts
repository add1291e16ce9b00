/** The public interface of the page for another phone. It is loaded on demand. */
export { callsFromPhone } from './calls-from-phone.ts'
export { FromPhone } from './from-phone.page.tsx'
export { takePhoneToken } from './phone-token.ts'
