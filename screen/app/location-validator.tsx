import { useEffect } from 'react'
import { readNavigationState } from '../client/index.ts'
import { useOwnToast, useToast } from '../parts/index.ts'
import { useLocation, useNavigate } from '../router/index.ts'
import { useSession } from './session-context.ts'

/**
 * Handles navigation state: shows a success message once, and fills empty answers (requirements 2.routes.24 and
 * 3.answers.3). Malformed values are ignored.
 */
export function LocationValidator() {
  const { applicant } = useSession()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const success = useOwnToast() // one at a time: the newest says where the person is now
  const showToast = useToast()
  const isFormPage = applicant.store.form.pages.some(({ slug }) => `/${slug}` === pathname)
  useEffect(() => {
    const { successMessage, errorMessage: message, answers } = readNavigationState(state)
    const errorMessage = isFormPage ? message : undefined // an account card shows it itself
    const isTaken = answers !== undefined && isFormPage // an account card passes them on
    if (isTaken) applicant.fillEmpty(answers)
    const isRepeated = ['/login', '/confirm'].includes(pathname) // whose cards begin with the same words
    if (successMessage)
      success.show({ severity: 'success', text: successMessage, label: 'Success Notification', isRepeated })
    if (errorMessage) showToast({ severity: 'error', text: errorMessage })
    if (!isTaken && !successMessage && !errorMessage) return
    // Each counts only once, not again when the person reloads the page or comes back to it.
    const taken = { ...(isTaken && { answers: undefined }), ...(errorMessage && { errorMessage: undefined }) }
    const shown = successMessage && !isFormPage && { confirmation: successMessage }
    const rest = { ...state, successMessage: undefined, ...taken, ...shown }
    void navigate(pathname + search + hash, { replace: true, state: rest })
  }, [applicant, isFormPage, state, pathname, search, hash, navigate, showToast, success])
  return null
}
