import { answerTo } from '../../../engine/index.ts'
import type { AdmissionsKey, SampleApplicant } from '../../../form/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'

type ValuesByKind = { readonly [Kind in MailMessage['kind']]: Extract<MailMessage, { kind: Kind }>['values'] }

export type MailKind = MailMessage['kind']

const DAY = 86_400_000 // ms
export const SAMPLE_REFERENCE = 'SAMP-2345'

/** Every mail that applicants get, as a sample applicant would get it now. */
export function sampleMails(
  { application }: SampleApplicant,
  { now, baseUrl, term }: { readonly now: Date; readonly baseUrl: string; readonly term: string },
): ReadonlyMap<MailKind, MailMessage> {
  const valid_until = new Date(now.getTime() + DAY / 48).toISOString()
  const later = new Date(now.getTime() + 14 * DAY).toISOString()
  const code = '246810'
  const new_address = 'new.address@mail.example'
  const reason = 'Please send us the page of your passport with your name.'
  const question = 'Official transcript'
  const values: Omit<ValuesByKind, 'token_asked'> = {
    confirm_code: { code, valid_until },
    receipt: {
      reference: SAMPLE_REFERENCE,
      submitted_at: now.toISOString(),
      documents: Object.values(application.document_answer).flatMap((each) =>
        each ? [{ question, file_name: each.file_name }] : [],
      ),
    },
    document_requested: { title: 'Copy of your passport', reason, open_until: later },
    reopened: { reason, open_until: later },
    withdrawn: { reference: SAMPLE_REFERENCE },
    draft_rests: {},
    draft_ends: { deleted_on: later },
    term_closes: { term, closes_at: later },
    confirm_codes: { codes: [{ code, signed_up_at: now.toISOString() }], valid_until },
    login_code: { code, valid_until },
    reset_link: { link: `${baseUrl}/reset`, valid_until },
    account_exists: {},
    no_account: {},
    password_changed: {},
    email_code: { code, valid_until },
    email_taken: {},
    email_change_asked: { new_address },
    email_changed: { new_address },
    email_confirmed: {},
    account_deleted: {},
  }
  const to = answerTo<AdmissionsKey>(application.answer, 'email_address') || 'somebody@mail.example'
  const about = { term }
  // Each entry above has the values of its kind, which the compiler cannot infer from the entries of an object.
  return new Map(
    Object.entries(values).map(([kind, each]) => [kind, { kind, to, about, values: each }] as [MailKind, MailMessage]),
  )
}

/** What each is called where they are listed. */
export const mailTitles: Readonly<Record<Exclude<MailKind, 'token_asked'>, string>> = {
  confirm_code: 'Code that confirms an account',
  receipt: 'Receipt',
  document_requested: 'A document is asked for',
  reopened: 'Open for changes',
  withdrawn: 'Withdrawn',
  draft_rests: 'Reminder of a draft',
  draft_ends: 'A draft will be deleted',
  term_closes: 'A term closes',
  confirm_codes: 'Codes of several sign-ups',
  login_code: 'Code for a new device',
  reset_link: 'Link to a new password',
  account_exists: 'There is an account already',
  no_account: 'There is no account',
  password_changed: 'Password changed',
  email_code: 'Code for a new email address',
  email_taken: 'The new email address is taken',
  email_change_asked: 'Email address is about to change',
  email_changed: 'Email address changed, to the old one',
  email_confirmed: 'Email address changed, to the new one',
  account_deleted: 'Account deleted',
}
