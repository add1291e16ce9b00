import { BY_MAIL, type Fact, factInWords, type Institution, statusInWords } from '../../../api/index.ts'
import { deadlineInWords, formatDateTime, formatDay } from '../institution/index.ts'
import { type AboutApplication, documentInWords, type MailMessage, onOneLine } from './mail-message.ts'

/** One block of a mail, for both its text and its HTML. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }

export type Wording = { readonly subject: string; readonly blocks: readonly Block[] }

type WordingOf<Kind extends MailMessage['kind']> = (
  values: Extract<MailMessage, { kind: Kind }>['values'],
  place: { readonly baseUrl: string; readonly institution: Institution; readonly about: AboutApplication },
) => Wording

/** The built-in wording of a mail. */
export function mailWording(message: MailMessage, baseUrl: string, institution: Institution): Wording {
  // The table below has the right wording for this kind, but the compiler cannot infer that from the union.
  const words = wordingByKind[message.kind] as WordingOf<MailMessage['kind']>
  return words(message.values, { baseUrl, institution, about: message.about ?? {} })
}

const wordingByKind: { readonly [Kind in MailMessage['kind']]: WordingOf<Kind> } = {
  confirm_code: ({ code, valid_until }, { baseUrl, institution }) => ({
    subject: 'Confirm your account',
    blocks: [
      text(`Enter this code to confirm your account for the ${applicationOf(institution)}:`),
      { kind: 'code', code },
      enterAt(baseUrl, '/confirm'),
      text(`The code works until ${formatDateTime(new Date(valid_until), institution.time_zone)}.`),
      text('If you didn’t create an account, ignore this email and don’t enter the code.'),
    ],
  }),
  confirm_codes: ({ codes, valid_until }, { baseUrl, institution }) => ({
    subject: 'Confirm your account',
    blocks: [
      text(
        `Someone tried to create an account for the ${applicationOf(institution)} more than once with this email address.`,
      ),
      {
        kind: 'list',
        title: 'Each attempt has its own code and password',
        items: codes.map(
          ({ code, signed_up_at }) => `${code} (of ${formatDateTime(new Date(signed_up_at), institution.time_zone)})`,
        ),
      },
      enterAt(baseUrl, '/confirm'),
      text(`The codes work until ${formatDateTime(new Date(valid_until), institution.time_zone)}.`),
      text('Enter only the code from a sign-up you made. If none of them was you, ignore this email.'),
    ],
  }),
  login_code: ({ code, valid_until }, { baseUrl, institution }) => ({
    subject: 'Your login code',
    blocks: [
      text(
        `Many wrong passwords were entered for your account for the ${applicationOf(institution)}. To log in on a device you haven’t used before, enter your password and this code:`,
      ),
      { kind: 'code', code },
      enterAt(baseUrl, '/login'),
      text(`The code works until ${formatDateTime(new Date(valid_until), institution.time_zone)}.`),
      text('If you’re not logging in right now, ignore this email. The code alone doesn’t open your account.'),
    ],
  }),
  reset_link: ({ link, valid_until }, { institution }) => ({
    subject: 'Choose a new password',
    blocks: [
      text(`Someone, probably you, asked for a new password for the ${applicationOf(institution)}.`),
      { kind: 'link', text: 'Choose a new password', href: link },
      text(`The link works once, until ${formatDateTime(new Date(valid_until), institution.time_zone)}.`),
      text('If you didn’t ask for it, ignore this email. Your password won’t change.'),
    ],
  }),
  account_exists: (_, { baseUrl, institution }) => ({
    subject: 'You already have an account',
    blocks: [
      text(
        `Someone, probably you, tried to create an account for the ${applicationOf(institution)} or asked for a confirmation code with this email address. You already have a confirmed account, so nothing was changed.`,
      ),
      { kind: 'link', text: 'Log in', href: `${baseUrl}/login` },
      { kind: 'link', text: 'Choose a new password if you forgot yours', href: `${baseUrl}/forgot` },
      text('If this wasn’t you, ignore this email.'),
    ],
  }),
  no_account: (_, { baseUrl, institution }) => ({
    subject: 'No account with this email address',
    blocks: [
      text(
        `Someone, probably you, asked for a new password or a confirmation code for the ${applicationOf(institution)}. There’s no account with this email address. Yours may have a different one.`,
      ),
      { kind: 'link', text: 'Create an account', href: `${baseUrl}/signup` },
      text('If this wasn’t you, ignore this email.'),
    ],
  }),
  password_changed: (_, { baseUrl, institution }) => ({
    subject: 'Your password was changed',
    blocks: [
      text(`The password of your account for the ${applicationOf(institution)} was just changed.`),
      text(
        'If this was you, you don’t need to do anything. If it wasn’t, choose a new password right away and contact us.',
      ),
      { kind: 'link', text: 'Choose a new password', href: `${baseUrl}/forgot` },
    ],
  }),
  email_code: ({ code, valid_until }, { baseUrl, institution }) => ({
    subject: 'Confirm your new email address',
    blocks: [
      text(
        `Someone, probably you, wants to use this email address for an account for the ${applicationOf(institution)}.`,
      ),
      text(
        'To change it, log in with your old address, choose Account, then Change email address, and enter this code:',
      ),
      { kind: 'code', code },
      enterAt(baseUrl, '/login'),
      text(`The code works until ${formatDateTime(new Date(valid_until), institution.time_zone)}.`),
      text('If this wasn’t you, ignore this email. Don’t give the code to anyone.'),
    ],
  }),
  email_taken: (_, { baseUrl, institution }) => ({
    subject: 'You already have an account',
    blocks: [
      text(
        `Someone, probably you, wanted to change the email address of another account for the ${applicationOf(institution)} to this one. You already have an account with this address, so nothing was changed.`,
      ),
      { kind: 'link', text: 'Log in', href: `${baseUrl}/login` },
      text('If this wasn’t you, ignore this email.'),
    ],
  }),
  email_change_asked: ({ new_address }, { baseUrl, institution }) => ({
    subject: 'Your email address is about to change',
    blocks: [
      text(
        `Someone, probably you, asked to change the email address of your account for the ${applicationOf(institution)} to ${new_address}. It changes once the code that we emailed there is entered.`,
      ),
      text(
        'If this was you, you don’t need to do anything here. If it wasn’t, choose a new password right away. That stops the change and logs out every device.',
      ),
      { kind: 'link', text: 'Choose a new password', href: `${baseUrl}/forgot` },
    ],
  }),
  email_changed: ({ new_address }, { institution }) => ({
    subject: 'Your email address was changed',
    blocks: [
      text(
        `The email address of your account for the ${applicationOf(institution)} was changed to ${new_address}. You can’t log in with this address anymore, and this is the last email about your account that we send here.`,
      ),
      text('If this wasn’t you, contact us right away.'),
    ],
  }),
  email_confirmed: (_, { baseUrl, institution }) => ({
    subject: 'Your new email address',
    blocks: [
      text(
        `This is now the email address of your account for the ${applicationOf(institution)}. Log in with it from now on.`,
      ),
      text(
        'The answer to “Email address” in your application is not changed. If we should write to this address about your application, change it there too.',
      ),
      { kind: 'link', text: 'Log in', href: `${baseUrl}/login` },
      text('If this wasn’t you, contact us.'),
    ],
  }),
  account_deleted: (_, { institution }) => ({
    subject: 'Your application and account were deleted',
    blocks: [
      text(
        `Your ${applicationOf(institution)} and your account were deleted, as you asked. You can create an account again with this email address at any time.`,
      ),
      text('If this wasn’t you, please contact us.'),
    ],
  }),
  draft_rests: (_, { baseUrl, institution, about }) => ({
    subject: `Your ${termOf(about)}application is waiting for you`,
    blocks: [
      text(`You began a ${applicationOf(institution, about)} and haven’t submitted it yet. Your answers are saved.`),
      { kind: 'link', text: 'Continue your application', href: matterLink(baseUrl, about) },
    ],
  }),
  draft_ends: ({ deleted_on }, { baseUrl, institution, about }) => ({
    subject: `Your unfinished ${termOf(about)}application will be deleted soon`,
    blocks: [
      text(
        `You haven’t opened your ${applicationOf(institution, about)} for a long time. We’ll delete it, and your account, on ${formatDay(new Date(deleted_on), institution.time_zone)}.`,
      ),
      text('To keep it, log in before then.'),
      { kind: 'link', text: 'Log in', href: matterLink(baseUrl, about) },
    ],
  }),
  reopened: ({ reason, open_until }, { baseUrl, institution, about }) => ({
    subject: `Your ${termOf(about)}application is open for changes`,
    blocks: [
      text(`You can change your submitted ${applicationOf(institution, about)} and sign it again. We wrote:`),
      text(reason),
      text(
        `It stays open ${deadlineInWords(new Date(open_until), institution.time_zone)}. If you don’t sign it again by then, what you signed before counts.`,
      ),
      { kind: 'link', text: 'Log in and change it', href: matterLink(baseUrl, about) },
      ...checklistBlocks(about, institution),
    ],
  }),
  document_requested: ({ title, reason, open_until }, { baseUrl, institution, about }) => ({
    subject: `Please add a document to your ${termOf(about)}application`,
    blocks: [
      text(`We need one more document for your ${applicationOf(institution, about)}: ${title}`),
      text(reason),
      text(`You can add it ${deadlineInWords(new Date(open_until), institution.time_zone)}.`),
      { kind: 'link', text: 'Log in and add it', href: matterLink(baseUrl, about) },
      ...checklistBlocks(about, institution),
    ],
  }),
  withdrawn: ({ reference }, { baseUrl, institution, about }) => ({
    subject: `You withdrew your ${termOf(about)}application (${reference})`,
    blocks: [
      text(`Your ${applicationOf(institution, about)} was withdrawn, as you asked. We won’t read it any further.`),
      { kind: 'link', text: 'Log in to see what you signed', href: matterLink(baseUrl, about) },
      text('If this wasn’t you, please contact us.'),
    ],
  }),
  term_closes: ({ term, closes_at }, { baseUrl, institution, about }) => ({
    subject: `Applications for ${term} close soon`,
    blocks: [
      text(
        `You chose ${term} in your ${applicationOf(institution)}. It isn’t submitted yet. You can submit it for this term ${deadlineInWords(new Date(closes_at), institution.time_zone)}.`,
      ),
      text('Please submit it by then, or choose another term.'),
      { kind: 'link', text: 'Log in', href: matterLink(baseUrl, about) },
    ],
  }),
  token_asked: ({ name, rights, networks, purpose, by }, { institution }) => ({
    subject: `A token for ${name} waits to be confirmed`,
    blocks: [
      text(`${by} asked for a token with which ${name} reads the ${applicationOf(institution)}s: ${rights}.`),
      text(`It is for: ${purpose}. It may be used from ${networks}.`),
      text('It reads nothing until an administrator other than them confirms it at the staff desk, under Tokens.'),
    ],
  }),
  receipt: ({ reference, submitted_at, version, documents }, { baseUrl, institution, about }) => ({
    subject: `We have received your ${termOf(about)}application (${reference})`,
    blocks: [
      ...(version === undefined ? [] : [text(`This is version ${version}. It replaces what you signed before.`)]),
      text(
        `Your ${applicationOf(institution, about)} was submitted on ${formatDateTime(new Date(submitted_at), institution.time_zone)}.`,
      ),
      text(`Your reference number is ${reference}. Keep this number and mention it when you contact us.`),
      ...(about.checklist === undefined
        ? documentBlocks(documents)
        : [
            text(statusInWords(about.checklist, { withdrawn_at: null, open_until: null }, institution.time_zone)),
            ...checklistBlocks(about, institution),
            ...(documents.length === 0 ? documentBlocks(documents) : []),
          ]),
      { kind: 'link', text: 'Log in to see your PDF copy', href: matterLink(baseUrl, about) },
    ],
  }),
}

/** Where a code is entered, for somebody who has closed the page. */
const enterAt = (baseUrl: string, path: '/confirm' | '/login'): Block => {
  const { host } = new URL(baseUrl)
  return { kind: 'link', text: `Enter it at ${host}${path}`, href: `${baseUrl}${path}` }
}

/**
 * The page of what a mail is about: after log-in it opens this application, at the document that is asked for. It names
 * both and holds no secret.
 */
export const matterLink = (baseUrl: string, { id, request }: AboutApplication): string => {
  const named = new URLSearchParams({ ...(id && { application: id }), ...(request && { request }) })
  return `${baseUrl}/login${named.size > 0 ? `?${named}` : ''}`
}

/** What an application has and lacks, without what the mail itself asks for. */
export function checklistBlocks(
  { checklist = [], request }: AboutApplication,
  institution: Institution,
): readonly Block[] {
  const facts = checklist.filter((fact) => request === undefined || fact.request?.key !== request)
  const [missing, received] = [false, true].map((isReceived) =>
    facts.filter(({ received_at }) => (received_at !== null) === isReceived),
  )
  return [
    ...listOf('What is still missing', missing, institution),
    ...(missing?.some(({ kind }) => kind !== 'asked') ? [text(BY_MAIL)] : []),
    ...listOf('What we have', received, institution),
  ]
}

function listOf(title: string, facts: readonly Fact[] = [], institution: Institution): readonly Block[] {
  const items = facts.map((fact) => {
    const words = factInWords(fact, institution)
    return onOneLine([`${words.title}: ${words.state}`, words.todo].filter(Boolean).join('. '))
  })
  return items.length === 0 ? [] : [{ kind: 'list', title, items }]
}

const documentBlocks = (documents: Parameters<typeof documentInWords>[0][]): readonly Block[] => [
  documents.length === 0
    ? text('No documents were attached.')
    : { kind: 'list', title: 'Documents attached', items: documents.map(documentInWords) },
]

/** The way out of reminders, below whatever wording they have. */
export const stopBlocks = ({ stop_link }: AboutApplication): readonly Block[] =>
  stop_link === undefined
    ? []
    : [
        text('We send at most two reminders about an application that isn’t submitted.'),
        { kind: 'link', text: 'Stop these reminders', href: stop_link },
      ]

/** The term before the word "application", if it is known. */
const termOf = ({ term }: AboutApplication) => (term ? `${onOneLine(term)} ` : '')

const text = (words: string): Block => ({ kind: 'text', text: onOneLine(words) })

const applicationOf = ({ partner_name, application_title }: Institution, { term }: AboutApplication = {}) =>
  `${partner_name} ${application_title}${term ? ` for ${term}` : ''}`
