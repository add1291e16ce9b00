import { toSay } from '../engine/index.ts'

/** The error of which nothing more is known. */
export const unexpected = {
  status: 500,
  message: toSay("We've encountered an unexpected error at this time. Please try again later."),
} as const

/**
 * The errors that the screen also reports by itself. It includes only this part of the catalog, and of it
 * the first page includes only what a fault needs.
 */
export const ownErrors = {
  unexpected,
  unauthorized: {
    status: 401,
    message: toSay('Your session is invalid. Please clear your cookies and login again.'),
  },
  ended_service_link: {
    status: 404,
    message: toSay('This link has expired or isn’t valid. Ask for a new one.'),
  },
  refused_upload: {
    status: 403,
    message: toSay('This upload is not allowed or has expired. Please choose the file again.'),
  },
  busy: { status: 503, message: toSay('We’re very busy right now. Please try again in a moment.') },
  // The text of the dialog that opens when the applicant switches tabs (requirement 4.tabs.3).
  conversion_running: { status: 409, message: toSay('Please wait until the file upload has completed.') },
  /** The page that was submitted showed something that this applicant would read otherwise now. */
  form_changed: {
    status: 409,
    message: toSay('We changed the form after you opened it. Please read what’s new, then submit again.'),
  },
  incomplete: { status: 422, message: toSay('We are missing some information!') },
} as const

/** Why an application cannot be submitted for its entry term now (docs/decisions/0080). */
export const termErrors = {
  closed_term: { status: 409, message: toSay('{term} closed on {date}. Please choose another term.') },
  last_term_closed: { status: 409, message: toSay('{term} closed on {date}. No other term is open for applications.') },
  early_term: {
    status: 409,
    message: toSay('{term} opens on {date}. You can fill in this form and save it now, and submit it then.'),
  },
} as const

/**
 * Every error that a call can return: its code, its HTTP status and the sentence shown to people (requirements 8, Q21).
 * A reply contains `{ message, code }`, and more for codes that say so.
 */
export const errors = {
  ...ownErrors,
  ...termErrors,
  wrong_credentials: {
    status: 400,
    message: toSay('That email or password isn’t right. Try again or reset your password.'),
  },
  not_confirmed: {
    status: 403,
    message: toSay('This account isn’t confirmed yet. Enter the code we emailed you, or request a new one.'),
  },
  wrong_code: {
    status: 400,
    message: toSay('That code isn’t right, or it has expired. Check it or request a new one.'),
  },
  expired_code: { status: 400, message: toSay('This code has expired. Request a new one.') },
  proof_needed: {
    status: 400,
    message: toSay('To confirm on this device, please also enter the password you chose when you signed up.'),
  },
  login_code_needed: {
    status: 403,
    message: toSay(
      'Someone entered many wrong passwords for this account. To keep it safe, we emailed you a code. Enter it below and submit again.',
    ),
  },
  wrong_password: { status: 400, message: toSay('Your current password isn’t right.') },
  taken_email: {
    status: 409,
    message: toSay(
      'This email address has an account of its own by now. Use another address, or log in to that account.',
    ),
  },
  used_link: {
    status: 400,
    message: toSay('This password reset link was already used or isn’t valid. Request a new one.'),
  },
  expired_link: {
    status: 400,
    message: toSay('This password reset link has expired. Request a new one.'),
  },
  invalid_fields: { status: 400, message: toSay('Please fix the marked fields and try again.') },
  malformed: { status: 400, message: toSay('We couldn’t read that request.') },
  too_large: { status: 413, message: toSay('That’s too large to save at once.') },
  too_slow: { status: 408, message: toSay('That took too long to reach us. Please try again.') },
  not_json: { status: 415, message: toSay('Only JSON is accepted.') },
  cross_site: { status: 403, message: toSay('This request did not come from the application itself.') },
  too_many: { status: 429, message: toSay('Too many attempts. Please try again later.') },
  not_found: { status: 404, message: toSay('We couldn’t find that.') },
  unknown_token: {
    status: 404,
    message: toSay(
      'This link has expired or isn’t valid, so we couldn’t fill in your answers. You can start with an empty form.',
    ),
  },
  unknown_keys: { status: 400, message: toSay('Some answers don’t belong to this application.') },
  malformed_answers: { status: 400, message: toSay('Some answers are too long or contain characters we can’t save.') },
  unknown_block: { status: 400, message: toSay('That section isn’t part of this application.') },
  too_many_entries: { status: 400, message: toSay('You can’t add any more here.') },
  removal_not_named: { status: 400, message: toSay('To remove an entry, name the one to remove.') },
  no_upload_question: { status: 400, message: toSay('This question doesn’t take a document. Please reload the page.') },
  not_asked: {
    status: 409,
    message: toSay('This document isn’t needed with the answers you have now. Check them, and try again.'),
  },
  // The reply shows the sentence about the file's problem instead (requirement 5.files.2).
  refused_file: { status: 400, message: toSay('We can’t accept this file. Please choose another one.') },
  foreign_file: { status: 403, message: toSay('This file wasn’t uploaded for this question. Please choose it again.') },
  no_file: { status: 400, message: toSay('We didn’t get the file. Please choose it again.') },
  changed_elsewhere: {
    status: 409,
    message: toSay('This section was just changed on another device or in another tab. Please check it and try again.'),
  },
  other_account: {
    status: 409,
    message: toSay('Someone else is logged in to this browser now. Nothing from this page was saved to their account.'),
  },
  not_submitted: { status: 409, message: toSay('This application is not submitted yet.') },
  withdrawn: { status: 409, message: toSay('This application was withdrawn.') },
  too_many_applications: { status: 409, message: toSay('You can’t start more applications. Please contact us.') },
  request_ended: {
    status: 409,
    message: toSay('This document can no longer be added here. Please contact us if we still need it.'),
  },
  already_submitted: { status: 409, message: toSay('Your application has already been submitted.') },
  submitted_stays: {
    status: 409,
    message: toSay('A submitted application can’t be deleted here. Please contact us.'),
  },
  on_hold: { status: 409, message: toSay('This can’t be deleted right now. Please contact us.') },
  not_forward: { status: 409, message: toSay('An application can’t go back to an earlier status.') },
  only_submit_submits: { status: 409, message: toSay('You can submit an application only with the Submit button.') },
  database_away: {
    status: 503,
    message: toSay('We can’t reach our records right now. Please try again in a moment.'),
  },
  ended_file_link: {
    status: 404,
    message: toSay('This link has expired or isn’t valid. Go back to your application and open the file from there.'),
  },
  ended_phone_link: {
    status: 404,
    message: toSay('This code has expired or was already used. Show a new one on your other device, and scan it.'),
  },
  storage_away: {
    status: 503,
    message: toSay(
      'We can’t reach your files right now. Your answers are still being saved. Please try again in a few minutes.',
    ),
  },
  // What programs of other systems read (docs/deliveries.md).
  no_export_token: {
    status: 401,
    message: 'This call needs a token in its header Authorization, after the word Bearer.',
  },
  unknown_export_token: { status: 401, message: 'This token is not known here.' },
  expired_export_token: { status: 401, message: 'This token is past its date.' },
  ended_export_token: { status: 401, message: 'This token was ended.' },
  waiting_export_token: { status: 401, message: 'This token waits until a second person has confirmed it.' },
  other_network: { status: 403, message: 'This token may not be used from this network.' },
  missing_right: { status: 403, message: 'This token does not have the right {right}.' },
  no_application: { status: 404, message: 'There is no submitted application with this id.' },
  no_version: { status: 404, message: 'This application has no such version.' },
  no_document: { status: 404, message: 'This application has no document for this question.' },
  no_form_version: { status: 404, message: 'The form has had no such version.' },
  no_reference_list: { status: 404, message: 'There is no list of this name.' },
  missing_file: {
    status: 503,
    message: 'A document of this application is missing in the storage. Its operator must restore it.',
  },
  cursor_ahead: {
    status: 409,
    message:
      'No change has had this number yet: this is not the database that gave it, but one restored from a backup. Ask the operator from which number to read again.',
  },
  invalid_parameters: { status: 400, message: 'This call was given something it cannot use.' },
  // What staff read.
  staff_signed_out: { status: 401, message: 'You’re not signed in, or your session has ended. Sign in again.' },
  ended_staff_link: {
    status: 404,
    message: 'This sign-in link has expired or was used already. Ask for a new one.',
  },
  staff_access_ended: { status: 403, message: 'Your access was ended. Ask the administrator of the staff desk.' },
  staff_provider_away: {
    status: 503,
    message: 'We can’t reach the sign-in service of your institution. Please try again in a minute.',
  },
  unusable_staff_sign_in: {
    status: 502,
    message:
      'The sign-in service answered in a way we can’t accept. If it happens again, tell the operator of this system.',
  },
  denied_staff_sign_in: { status: 403, message: 'The sign-in service did not sign you in.' },
  ended_staff_sign_in: {
    status: 400,
    message:
      'This sign-in took too long, was finished already, began in another browser, or another one was begun after it.',
  },
  missing_staff_role: {
    status: 403,
    message: 'Your account has no role at the staff desk. Ask the administrator of the staff desk.',
  },
  missing_second_factor: {
    status: 403,
    message: 'The staff desk needs a second factor, such as a code from a phone, and you signed in without one.',
  },
  stale_staff_sign_in: {
    status: 403,
    message: 'The sign-in service did not ask you to prove who you are again. Tell the operator of this system.',
  },
  refused_logout_token: { status: 400, message: 'This logout token is not valid here.' },
  missing_staff_right: {
    status: 403,
    message: 'Your role, {role}, doesn’t include this. These roles do: {roles}.',
  },
  nothing_to_publish: { status: 409, message: 'Nothing differs from what is published.' },
  draft_unchecked: { status: 409, message: 'Something was changed after the check. Check again, then publish.' },
  form_stopped: { status: 409, message: 'This can’t be published before what the check stopped at is put right.' },
  form_reason_needed: {
    status: 400,
    message: 'Say why: this changes what applicants sign, or a term closes within a week.',
  },
  refused_picture: { status: 409, message: 'This file can’t be taken as a picture.' },
  form_led_by_file: {
    status: 409,
    message: 'Your institution keeps its form in the file institution.json. It can only be read here.',
  },
  edition_waits: {
    status: 409,
    message: 'Another edition waits for its time. Call it off first, or choose a later time than that.',
  },
  edition_in_effect: { status: 409, message: 'This edition is in effect already, or was called off.' },
  edition_time_past: { status: 400, message: 'Choose a time to come, within a year.' },
  no_such_edition: { status: 404, message: 'There is no edition with this number that this release can read.' },
  old_sign_in: { status: 403, message: 'Please sign in again, so that we know it’s you.' },
  handled_by_other: {
    status: 409,
    message: 'Somebody else has changed one of these applications. Look at them again, then decide.',
  },
  no_person: { status: 404, message: 'There is no such person, or their access was ended.' },
  last_administrator: {
    status: 409,
    message: 'This is the last administrator of the staff desk. Another one must have signed in before.',
  },
  no_view: { status: 404, message: 'You haven’t saved a view of this name.' },
  no_such_application: { status: 404, message: 'There is no application with this id.' },
  wrong_time: { status: 400, message: 'Choose a day in the next three months.' },
  open_already: { status: 409, message: 'This application is open for changes already.' },
  not_open: { status: 409, message: 'This application is not open for changes.' },
  no_data_key: {
    status: 409,
    message: 'This application was signed before an update that is not complete. Ask the operator to run npm run keys.',
  },
  too_many_requests_open: { status: 409, message: 'Ten documents are asked for already. Take one back first.' },
  no_request: { status: 404, message: 'This document is not asked for any more.' },
  held_application: { status: 409, message: 'This application is on hold. An administrator can lift the hold.' },
  no_hold: { status: 404, message: 'This application is not on hold.' },
  erasure_asked: { status: 409, message: 'Somebody has asked already that this application be erased.' },
  no_lost_receipt: { status: 404, message: 'This receipt is not on the list any more.' },
  no_such_erasure: { status: 404, message: 'No such application was erased.' },
  no_erasure: { status: 404, message: 'Nobody asks that this application be erased.' },
  unsubmitted_number: { status: 409, message: 'This application is not submitted, so its number can’t be shown.' },
  missing_drafts_right: {
    status: 403,
    message: 'This application is not submitted yet, and your role can’t open it before it is.',
  },
  own_edition: { status: 403, message: 'You published this edition, so another person must confirm it.' },
  own_erasure: { status: 403, message: 'You asked for this erasure, so another person must confirm it.' },
  not_your_erasure: { status: 403, message: 'Only an administrator or the person who asked can cancel this.' },
  no_original: { status: 404, message: 'There is no original of this document.' },
  no_packet: { status: 409, message: 'There is no packet of this application.' },
  declined: { status: 409, message: 'We can’t do that now.' },
  failed_delivery: {
    status: 503,
    message: 'The delivery failed, and nothing of it was handed over. The log of the server says why.',
  },
  no_delivery: { status: 404, message: 'There is no delivery of this number.' },
  not_handed_over: {
    status: 404,
    message: 'No application with this reference number was ever handed over to this system.',
  },
  unusable_search: { status: 400, message: 'We can’t search for that.' },
  refused_acknowledgement: { status: 422, message: 'This was never handed over to you.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>

export type ErrorCode = keyof typeof errors

/** Sentences, other than errors, that both the server and the screen show. They are written only here. */

/** Shown after a successful submit (requirement 4.status.12). */
export const SUBMITTED = toSay('Your application was successfully submitted.')

/** Shown for a file whose conversion failed for an unknown reason (requirement 4.upload.7). */
export const NOT_CONVERTED = toSay(
  'We couldn’t convert your file. Please save or print it as a new PDF and upload that file.',
)
