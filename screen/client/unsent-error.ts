import { ownErrors } from '../../api/browser.ts'
import { CallError } from './call-error.ts'

/** For what cannot be done while a file or a page is only in this tab, because it would be lost. */
export const unsentError = (): CallError =>
  new CallError(
    'conversion_running',
    ownErrors.conversion_running.status,
    'A file is not attached yet. Attach it or remove it first, and then try again.',
    { title: 'File Upload in Progress' },
  )
