import { unexpected } from './unexpected.ts'

/**
 * The errors that the screen also reports by itself. It includes only this part of the catalog, and of it
 * the first page includes only what a fault needs.
 */
export const ownErrors = {
  unexpected,
  unauthorized: {
    status: 401,
    message: 'Your session is invalid. Please clear your cookies and login again.',
  },
  ended_service_link: {
    status: 404,
    message: 'This link has expired or isn’t valid. Ask for a new one.',
  },
  refused_upload: { status: 403, message: 'This upload is not allowed or has expired. Please choose the file again.' },
  busy: { status: 503, message: 'We’re very busy right now. Please try again in a moment.' },
  // The text of the dialog that opens when the applicant switches tabs (requirement 4.tabs.3).
  conversion_running: { status: 409, message: 'Please wait until the file upload has completed.' },
  incomplete: { status: 422, message: 'We are missing some information!' },
} as const
