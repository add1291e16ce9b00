/** The layout of the form pages. */
export { FormLayout } from './form-layout.tsx'
export { FormPage } from './form-page.tsx'
