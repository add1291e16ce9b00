/** The errors that the screen also reports by itself. It includes only this part of the catalog. */
export const ownErrors = {
  unexpected: {
    status: 500,
    message: "We've encountered an unexpected error at this time. Please try again later.",
  },
  unauthorized: {
    status: 401,
    message: 'Your session is invalid. Please clear your cookies and login again.',
  },
  ended_service_link: {
    status: 404,
    message: 'This link has ended or was never one of ours. Ask for a new one.',
  },
  refused_upload: { status: 403, message: 'This upload is not allowed or has expired. Please choose the file again.' },
  busy: { status: 503, message: 'Many people are here right now. Please try again in a moment.' },
  // The text of the dialog that opens when the applicant switches tabs (requirement 4.tabs.3).
  conversion_running: { status: 409, message: 'Please wait until the file upload has completed.' },
  incomplete: { status: 422, message: 'We are missing some information!' },
} as const

/**
 * Every error that a call can return: its code, its HTTP status and the sentence shown to people (requirements 8, Q21).
 * A reply contains `{ message, code }`, and more for codes that say so.
 */
export const errors = {
  ...ownErrors,
  wrong_credentials: { status: 400, message: 'The email address or the password is not right.' },
  not_confirmed: {
    status: 403,
    message: 'This account is not confirmed yet. Enter the code we mailed you, or ask for a new one.',
  },
  wrong_code: { status: 400, message: 'The code is not right or does not count any more. You can ask for a new one.' },
  expired_code: { status: 400, message: 'This code has expired. You can ask for a new one.' },
  proof_needed: {
    status: 400,
    message: 'To confirm on this device, please also enter the password you chose when you signed up.',
  },
  login_code_needed: {
    status: 403,
    message:
      'Many wrong passwords were entered for this account. To keep it safe, we have mailed you a code. Please enter it below and submit again.',
  },
  wrong_password: { status: 400, message: 'The current password is not right.' },
  used_link: {
    status: 400,
    message: 'This link to reset your password has been used or does not count any more. You can ask for a new one.',
  },
  expired_link: {
    status: 400,
    message: 'This link to reset your password has expired. You can ask for a new one.',
  },
  invalid_fields: { status: 400, message: 'Please correct what is marked and try again.' },
  malformed: { status: 400, message: 'The request could not be read.' },
  too_large: { status: 413, message: 'That is more than we can take at once.' },
  too_slow: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  not_json: { status: 415, message: 'Only JSON is accepted.' },
  cross_site: { status: 403, message: 'This request did not come from the application itself.' },
  too_many: { status: 429, message: 'Too many attempts. Please try again {when}.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  unknown_token: {
    status: 404,
    message: 'This link has expired or is not known, so no answers were filled in. You can start with an empty form.',
  },
  unknown_keys: { status: 400, message: 'Some answers do not belong to this application.' },
  malformed_answers: { status: 400, message: 'Some answers hold characters that cannot be stored or are too long.' },
  unknown_block: { status: 400, message: 'This part does not belong to the application.' },
  too_many_entries: { status: 400, message: 'No more can be added here.' },
  removal_not_named: { status: 400, message: 'To remove an entry, name the one to remove.' },
  no_upload_question: { status: 400, message: 'This question takes no document.' },
  // The reply shows the sentence about the file's problem instead (requirement 5.files.2).
  refused_file: { status: 400, message: 'This file cannot be taken.' },
  foreign_file: { status: 403, message: 'This file was not uploaded for this question.' },
  no_file: { status: 400, message: 'The file has not arrived. Please choose it again.' },
  changed_elsewhere: {
    status: 409,
    message: 'This part was changed in another place meanwhile. Please look at it and try again.',
  },
  other_account: {
    status: 409,
    message: 'Somebody else has logged in to this browser. Nothing from this page was saved for them.',
  },
  already_submitted: { status: 409, message: 'Your application has already been submitted.' },
  not_forward: { status: 409, message: 'The application cannot go back to an earlier state.' },
  only_submit_submits: { status: 409, message: 'An application is submitted with the Submit button only.' },
  database_away: {
    status: 503,
    message: 'We cannot reach our records right now. Please try again in a moment.',
  },
  ended_file_link: {
    status: 404,
    message: 'This link has ended or is not right. Please go back to your application and open the file from there.',
  },
  storage_away: {
    status: 503,
    message:
      'We cannot reach your files right now. Your answers are saved as always. Please try again in a few minutes.',
  },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>

export type ErrorCode = keyof typeof errors
