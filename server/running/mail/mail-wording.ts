import { BY_MAIL, type Fact, factInWords, type Institution, statusInWords } from '../../../api/index.ts'
import { say, toSay, type Values } from '../../../engine/index.ts'
import { deadlineInWords, formatDateTime, formatDay } from '../institution/index.ts'
import { type AboutApplication, documentInWords, type MailMessage, onOneLine } from './mail-message.ts'

/** One block of a mail, for both its text and its HTML. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: 'links'; readonly title: string; readonly links: readonly Link[] }

type Link = { readonly text: string; readonly href: string }

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
    subject: say('Confirm your account'),
    blocks: [
      text(say('Enter this code to confirm your account for the {institution} {application}:', namesOf(institution))),
      { kind: 'code', code },
      enterAt(baseUrl, '/confirm'),
      text(codeWorksUntil(valid_until, institution)),
      text(say('If you didn’t create an account, ignore this email and don’t enter the code.')),
    ],
  }),
  confirm_codes: ({ codes, valid_until }, { baseUrl, institution }) => ({
    subject: say('Confirm your account'),
    blocks: [
      text(
        say(
          'Someone tried to create an account for the {institution} {application} more than once with this email address.',
          namesOf(institution),
        ),
      ),
      {
        kind: 'list',
        title: say('Each attempt has its own code and password'),
        items: codes.map(({ code, signed_up_at }) =>
          say('{code} (of {dateAndTime})', {
            code,
            dateAndTime: formatDateTime(new Date(signed_up_at), institution.time_zone),
          }),
        ),
      },
      enterAt(baseUrl, '/confirm'),
      text(
        say('The codes work until {dateAndTime}.', {
          dateAndTime: formatDateTime(new Date(valid_until), institution.time_zone),
        }),
      ),
      text(say('Enter only the code from a sign-up you made. If none of them was you, ignore this email.')),
    ],
  }),
  login_code: ({ code, valid_until }, { baseUrl, institution }) => ({
    subject: say('Your login code'),
    blocks: [
      text(
        say(
          'Many wrong passwords were entered for your account for the {institution} {application}. To log in on a device you haven’t used before, enter your password and this code:',
          namesOf(institution),
        ),
      ),
      { kind: 'code', code },
      enterAt(baseUrl, '/login'),
      text(codeWorksUntil(valid_until, institution)),
      text(say('If you’re not logging in right now, ignore this email. The code alone doesn’t open your account.')),
    ],
  }),
  reset_link: ({ link, valid_until }, { institution }) => ({
    subject: say('Choose a new password'),
    blocks: [
      text(
        say(
          'Someone, probably you, asked for a new password for the {institution} {application}.',
          namesOf(institution),
        ),
      ),
      { kind: 'link', text: say('Choose a new password'), href: link },
      text(
        say('The link works once, until {dateAndTime}.', {
          dateAndTime: formatDateTime(new Date(valid_until), institution.time_zone),
        }),
      ),
      text(say('If you didn’t ask for it, ignore this email. Your password won’t change.')),
    ],
  }),
  account_exists: (_, { baseUrl, institution }) => ({
    subject: say('You already have an account'),
    blocks: [
      text(
        say(
          'Someone, probably you, tried to create an account for the {institution} {application} or asked for a confirmation code with this email address. You already have a confirmed account, so nothing was changed.',
          namesOf(institution),
        ),
      ),
      { kind: 'link', text: say('Log in'), href: `${baseUrl}/login` },
      { kind: 'link', text: say('Choose a new password if you forgot yours'), href: `${baseUrl}/forgot` },
      text(say('If this wasn’t you, ignore this email.')),
    ],
  }),
  no_account: (_, { baseUrl, institution }) => ({
    subject: say('No account with this email address'),
    blocks: [
      text(
        say(
          'Someone, probably you, asked for a new password or a confirmation code for the {institution} {application}. There’s no account with this email address. Yours may have a different one.',
          namesOf(institution),
        ),
      ),
      { kind: 'link', text: say('Create an account'), href: `${baseUrl}/signup` },
      text(say('If this wasn’t you, ignore this email.')),
    ],
  }),
  password_changed: (_, { baseUrl, institution }) => ({
    subject: say('Your password was changed'),
    blocks: [
      text(
        say('The password of your account for the {institution} {application} was just changed.', namesOf(institution)),
      ),
      text(
        say(
          'If this was you, you don’t need to do anything. If it wasn’t, choose a new password right away and contact us.',
        ),
      ),
      { kind: 'link', text: say('Choose a new password'), href: `${baseUrl}/forgot` },
    ],
  }),
  email_code: ({ code, valid_until }, { baseUrl, institution }) => ({
    subject: say('Confirm your new email address'),
    blocks: [
      text(
        say(
          'Someone, probably you, wants to use this email address for an account for the {institution} {application}.',
          namesOf(institution),
        ),
      ),
      text(
        say(
          'To change it, log in with your old address, choose Account, then Change email address, and enter this code:',
        ),
      ),
      { kind: 'code', code },
      enterAt(baseUrl, '/login'),
      text(codeWorksUntil(valid_until, institution)),
      text(say('If this wasn’t you, ignore this email. Don’t give the code to anyone.')),
    ],
  }),
  email_taken: (_, { baseUrl, institution }) => ({
    subject: say('You already have an account'),
    blocks: [
      text(
        say(
          'Someone, probably you, wanted to change the email address of another account for the {institution} {application} to this one. You already have an account with this address, so nothing was changed.',
          namesOf(institution),
        ),
      ),
      { kind: 'link', text: say('Log in'), href: `${baseUrl}/login` },
      text(say('If this wasn’t you, ignore this email.')),
    ],
  }),
  email_change_asked: ({ new_address }, { baseUrl, institution }) => ({
    subject: say('Your email address is about to change'),
    blocks: [
      text(
        say(
          'Someone, probably you, asked to change the email address of your account for the {institution} {application} to {newAddress}. It changes once the code that we emailed there is entered.',
          { ...namesOf(institution), newAddress: new_address },
        ),
      ),
      text(
        say(
          'If this was you, you don’t need to do anything here. If it wasn’t, choose a new password right away. That stops the change and logs out every device.',
        ),
      ),
      { kind: 'link', text: say('Choose a new password'), href: `${baseUrl}/forgot` },
    ],
  }),
  email_changed: ({ new_address }, { institution }) => ({
    subject: say('Your email address was changed'),
    blocks: [
      text(
        say(
          'The email address of your account for the {institution} {application} was changed to {newAddress}. You can’t log in with this address anymore, and this is the last email about your account that we send here.',
          { ...namesOf(institution), newAddress: new_address },
        ),
      ),
      text(say('If this wasn’t you, contact us right away.')),
    ],
  }),
  email_confirmed: (_, { baseUrl, institution }) => ({
    subject: say('Your new email address'),
    blocks: [
      text(
        say(
          'This is now the email address of your account for the {institution} {application}. Log in with it from now on.',
          namesOf(institution),
        ),
      ),
      text(
        say(
          'The answer to “Email address” in your application is not changed. If we should write to this address about your application, change it there too.',
        ),
      ),
      { kind: 'link', text: say('Log in'), href: `${baseUrl}/login` },
      text(say('If this wasn’t you, contact us.')),
    ],
  }),
  account_deleted: (_, { institution }) => ({
    subject: say('Your application and account were deleted'),
    blocks: [
      text(
        say(
          'Your {institution} {application} and your account were deleted, as you asked. You can create an account again with this email address at any time.',
          namesOf(institution),
        ),
      ),
      text(say('If this wasn’t you, please contact us.')),
    ],
  }),
  draft_rests: (_, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('Your {term} application is waiting for you'),
      none: toSay('Your application is waiting for you'),
    }),
    blocks: [
      text(
        withTerm(about, {
          one: toSay(
            'You began a {institution} {application} for {term} and haven’t submitted it yet. Your answers are saved.',
          ),
          none: toSay('You began a {institution} {application} and haven’t submitted it yet. Your answers are saved.'),
          values: namesOf(institution),
        }),
      ),
      { kind: 'link', text: say('Continue your application'), href: matterLink(baseUrl, about) },
    ],
  }),
  draft_ends: ({ deleted_on }, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('Your unfinished {term} application will be deleted soon'),
      none: toSay('Your unfinished application will be deleted soon'),
    }),
    blocks: [
      text(
        withTerm(about, {
          one: toSay(
            'You haven’t opened your {institution} {application} for {term} for a long time. We’ll delete it, and your account, on {date}.',
          ),
          none: toSay(
            'You haven’t opened your {institution} {application} for a long time. We’ll delete it, and your account, on {date}.',
          ),
          values: { ...namesOf(institution), date: formatDay(new Date(deleted_on), institution.time_zone) },
        }),
      ),
      text(say('To keep it, log in before then.')),
      { kind: 'link', text: say('Log in'), href: matterLink(baseUrl, about) },
    ],
  }),
  reopened: ({ reason, open_until }, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('Your {term} application is open for changes'),
      none: toSay('Your application is open for changes'),
    }),
    blocks: [
      text(
        withTerm(about, {
          one: toSay(
            'You can change your submitted {institution} {application} for {term} and sign it again. We wrote:',
          ),
          none: toSay('You can change your submitted {institution} {application} and sign it again. We wrote:'),
          values: namesOf(institution),
        }),
      ),
      text(reason),
      text(
        say('It stays open {untilWhen}. If you don’t sign it again by then, what you signed before counts.', {
          untilWhen: deadlineInWords(new Date(open_until), institution.time_zone),
        }),
      ),
      { kind: 'link', text: say('Log in and change it'), href: matterLink(baseUrl, about) },
      ...checklistBlocks(about, institution),
    ],
  }),
  document_requested: ({ title, reason, open_until }, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('Please add a document to your {term} application'),
      none: toSay('Please add a document to your application'),
    }),
    blocks: [
      text(
        withTerm(about, {
          one: toSay('We need one more document for your {institution} {application} for {term}: {document}'),
          none: toSay('We need one more document for your {institution} {application}: {document}'),
          values: { ...namesOf(institution), document: title },
        }),
      ),
      text(reason),
      text(
        say('You can add it {untilWhen}.', {
          untilWhen: deadlineInWords(new Date(open_until), institution.time_zone),
        }),
      ),
      { kind: 'link', text: say('Log in and add it'), href: matterLink(baseUrl, about) },
      ...checklistBlocks(about, institution),
    ],
  }),
  withdrawn: ({ reference }, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('You withdrew your {term} application ({reference})'),
      none: toSay('You withdrew your application ({reference})'),
      values: { reference },
    }),
    blocks: [
      text(
        withTerm(about, {
          one: toSay(
            'Your {institution} {application} for {term} was withdrawn, as you asked. We won’t read it any further.',
          ),
          none: toSay('Your {institution} {application} was withdrawn, as you asked. We won’t read it any further.'),
          values: namesOf(institution),
        }),
      ),
      { kind: 'link', text: say('Log in to see what you signed'), href: matterLink(baseUrl, about) },
      text(say('If this wasn’t you, please contact us.')),
    ],
  }),
  term_closes: ({ term, closes_at }, { baseUrl, institution, about }) => ({
    subject: say('Applications for {term} close soon', { term: say(term) }),
    blocks: [
      text(
        say(
          'You chose {term} in your {institution} {application}. It isn’t submitted yet. You can submit it for this term {untilWhen}.',
          {
            ...namesOf(institution),
            term: say(term),
            untilWhen: deadlineInWords(new Date(closes_at), institution.time_zone),
          },
        ),
      ),
      text(say('Please submit it by then, or choose another term.')),
      { kind: 'link', text: say('Log in'), href: matterLink(baseUrl, about) },
    ],
  }),
  // Staff read it.
  token_asked: ({ name, rights, networks, purpose, by }, { institution: { partner_name, application_title } }) => ({
    subject: `A token for ${name} waits to be confirmed`,
    blocks: [
      text(`${by} asked for a token with which ${name} reads the ${partner_name} ${application_title}s: ${rights}.`),
      text(`It is for: ${purpose}. It may be used from ${networks}.`),
      text('It reads nothing until an administrator other than them confirms it at the staff desk, under Tokens.'),
    ],
  }),
  receipt: ({ reference, submitted_at, version, documents }, { baseUrl, institution, about }) => ({
    subject: withTerm(about, {
      one: toSay('We have received your {term} application ({reference})'),
      none: toSay('We have received your application ({reference})'),
      values: { reference },
    }),
    blocks: [
      ...(version === undefined
        ? []
        : [text(say('This is version {version}. It replaces what you signed before.', { version }))]),
      text(
        withTerm(about, {
          one: toSay('Your {institution} {application} for {term} was submitted on {dateAndTime}.'),
          none: toSay('Your {institution} {application} was submitted on {dateAndTime}.'),
          values: {
            ...namesOf(institution),
            dateAndTime: formatDateTime(new Date(submitted_at), institution.time_zone),
          },
        }),
      ),
      text(
        say('Your reference number is {reference}. Keep this number and mention it when you contact us.', {
          reference,
        }),
      ),
      ...(about.checklist === undefined
        ? documentBlocks(documents)
        : [
            text(statusInWords(about.checklist, { withdrawn_at: null, open_until: null }, institution.time_zone)),
            ...checklistBlocks(about, institution),
            ...(documents.length === 0 ? documentBlocks(documents) : []),
          ]),
      { kind: 'link', text: say('Log in to see your PDF copy'), href: matterLink(baseUrl, about) },
      ...ownLinks(institution),
    ],
  }),
}

/** What an institution has beyond the links that each has, as on the page after submitting (Q81). */
function ownLinks({ links, more_links = [] }: Institution): readonly Block[] {
  const known = [
    [say('Fees'), links.fees],
    [say('Fee waiver'), links.fee_waiver],
    ...more_links.map(({ title, address }) => [onOneLine(say(title)), address] as const),
  ] as const
  const given = known.flatMap(([words, href]) => (href ? [{ text: words, href }] : []))
  return given.length === 0 ? [] : [{ kind: 'links', title: say('While you wait'), links: given }]
}

const codeWorksUntil = (valid_until: string, { time_zone }: Institution) =>
  say('The code works until {dateAndTime}.', { dateAndTime: formatDateTime(new Date(valid_until), time_zone) })

/** Where a code is entered, for somebody who has closed the page. */
const enterAt = (baseUrl: string, path: '/confirm' | '/login'): Block => {
  const { host } = new URL(baseUrl)
  return { kind: 'link', text: say('Enter it at {address}', { address: host + path }), href: `${baseUrl}${path}` }
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
    ...listOf(say('What is still missing'), missing, institution),
    ...(missing?.some(({ kind }) => kind !== 'asked') ? [text(say(BY_MAIL))] : []),
    ...listOf(say('What we have'), received, institution),
  ]
}

function listOf(title: string, facts: readonly Fact[] = [], institution: Institution): readonly Block[] {
  const items = facts.map((fact) => {
    const { title: what, state, todo } = factInWords(fact, institution)
    return onOneLine(
      todo === undefined || todo === ''
        ? say('{what}: {state}', { what, state })
        : say('{what}: {state}. {todo}', { what, state, todo }),
    )
  })
  return items.length === 0 ? [] : [{ kind: 'list', title, items }]
}

const documentBlocks = (documents: Parameters<typeof documentInWords>[0][]): readonly Block[] => [
  documents.length === 0
    ? text(say('No documents were attached.'))
    : { kind: 'list', title: say('Documents attached'), items: documents.map(documentInWords) },
]

/** The way out of reminders, below whatever wording they have. */
export const stopBlocks = ({ stop_link }: AboutApplication): readonly Block[] =>
  stop_link === undefined
    ? []
    : [
        text(say('We send at most two reminders about an application that isn’t submitted.')),
        { kind: 'link', text: say('Stop these reminders'), href: stop_link },
      ]

/** What is said of an application whose term is known, and of one whose term is not. */
type ByTerm = { readonly one: string; readonly none: string; readonly values?: Values }

const withTerm = ({ term }: AboutApplication, { one, none, values }: ByTerm) =>
  term ? say(one, { ...values, term: onOneLine(say(term)) }) : say(none, values)

const text = (words: string): Block => ({ kind: 'text', text: onOneLine(words) })

const namesOf = ({ partner_name, application_title }: Institution) => ({
  institution: partner_name,
  application: say(application_title),
})
