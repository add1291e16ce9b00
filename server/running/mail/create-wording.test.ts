import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { institutionSchema } from '../../../api/index.ts'
import { sayIn } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { createLanguages } from '../../platform/languages/index.ts'
import { isStartupError } from '../../platform/settings/index.ts'
import { createWording } from './create-wording.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { mailWording } from './mail-wording.ts'

const ours = institutionSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../institution.json'), 'utf8')),
)
const custom = { ...ours, custom_email_copy: true }
const baseUrl = 'https://apply.bridger.example'
const at = '2026-01-15T17:05:00.000Z'
const moment = 'January 15, 2026 at 10:05 AM MST'
const to = 'ann@example.edu'
const receipt = (documents: string[]): MailMessage => ({
  kind: 'receipt',
  to,
  values: {
    reference: 'K7WM',
    submitted_at: at,
    documents: documents.map((file_name) => ({ question: 'Copy', file_name })),
  },
})

const asked = {
  name: 'sis',
  rights: 'changes, ssn',
  networks: '192.0.2.0/24',
  purpose: 'a nightly load',
  by: 'June Hale',
}

const copies: Readonly<Record<MailMessage['kind'], string>> = {
  confirm_code: '# Your code for {partner_name}\n\n{code}\n\nIt works until\n{valid_until}.\n',
  confirm_codes: '# Your codes\n\n{codes}. They work until {valid_until}.',
  login_code: '# A code\n\n{code}',
  password_changed: '# Changed\n\n[Not you?]({forgot_link})',
  reset_link: '# New password\r\n\r\n[Choose it here]({link})\r\n\r\nOr write to {help_email}. See {links.aid}.\r\n',
  account_exists: '# You have one\n\n[Log in]({login_link})\n\n[Forgot it?]({forgot_link})',
  no_account: '# No account\n\n[Create one]({signup_link})',
  email_code: '# A code\n\n{code}',
  email_taken: '# You have one\n\n[Log in]({login_link})',
  email_change_asked: '# Soon\n\nTo {new_address}.',
  email_changed: '# Changed\n\nTo {new_address}.',
  email_confirmed: '# Yours\n\n[Log in]({login_link})',
  account_deleted: '# Deleted\n\nGone.',
  draft_ends: '# Soon\n\nOn {deleted_on}.',
  reopened:
    '# Open\n\n{reason}. Until {open_until}.\n\n[Go on]({application_link})\n\n{application_term}: {application_checklist}.\n\n{application_checklist}',
  document_requested: '# Please add {title}\n\n{reason}. Until {open_until}.',
  withdrawn: '# Withdrawn {reference}\n\nGone.',
  draft_rests: '# Waiting\n\n[Go on]({application_link})',
  term_closes: '# Soon\n\n{term} closes on {closes_at}.',
  token_asked: '# A token\n\n{name} for {purpose}.',
  receipt: '# Received {reference}\n\nOn {submitted_at}: {reference}. Documents: {documents}.',
}
let folder = ''
let institutionFile = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-mail-copy-'))
  institutionFile = join(folder, 'institution.json')
  mkdirSync(join(folder, 'mail'))
  for (const [kind, copy] of Object.entries(copies)) write(kind, copy)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (kind: string, copy: string) => writeFileSync(join(folder, 'mail', `${kind}.md`), copy)
const open = (institution = custom) => createWording({ baseUrl, institutionFile }, { institution }).wordingOf

test.each<[MailMessage, subject: string, blocks: readonly unknown[]]>([
  [
    { kind: 'confirm_code', to, values: { code: '012345', valid_until: at } },
    'Your code for Bridger State University',
    [
      { kind: 'code', code: '012345' },
      { kind: 'text', text: `It works until ${moment}.` },
    ],
  ],
  [
    {
      kind: 'confirm_codes',
      to,
      values: {
        codes: [
          { code: '012345', signed_up_at: at },
          { code: '543210', signed_up_at: at },
        ],
        valid_until: at,
      },
    },
    'Your codes',
    [
      {
        kind: 'text',
        text: `012345 (sign-up of ${moment}), 543210 (sign-up of ${moment}). They work until ${moment}.`,
      },
    ],
  ],
  [
    { kind: 'reset_link', to, values: { link: `${baseUrl}/reset?id=1`, valid_until: at } },
    'New password',
    [
      { kind: 'link', text: 'Choose it here', href: `${baseUrl}/reset?id=1` },
      { kind: 'text', text: `Or write to ${ours.help_email}. See ${ours.links.aid}.` },
    ],
  ],
  [
    { kind: 'account_exists', to, values: {} },
    'You have one',
    [
      { kind: 'link', text: 'Log in', href: `${baseUrl}/login` },
      { kind: 'link', text: 'Forgot it?', href: `${baseUrl}/forgot` },
    ],
  ],
  [
    { kind: 'no_account', to, values: {} },
    'No account',
    [{ kind: 'link', text: 'Create one', href: `${baseUrl}/signup` }],
  ],
  [
    receipt(['visa.pdf', 'Zoë.png']),
    'Received K7WM',
    [{ kind: 'text', text: `On ${moment}: K7WM. Documents: Copy: visa.pdf, Copy: Zoë.png.` }],
  ],
  // What ends with a day is that day, whatever a template says before it. The checklist is a list as a paragraph.
  [
    {
      kind: 'reopened',
      to,
      values: { reason: 'Mend it', open_until: '2026-12-16T07:00:00.000Z' },
      about: {
        id: '3f0c',
        term: 'Fall 2027',
        checklist: [
          {
            ...{ kind: 'application', title: 'Application', school: null, received_at: at, file_name: null },
            ...{ is_needed: true, request: null },
          },
        ],
      },
    },
    'Open',
    [
      { kind: 'text', text: 'Mend it. Until December 15, 2026.' },
      { kind: 'link', text: 'Go on', href: `${baseUrl}/login?application=3f0c` },
      { kind: 'text', text: 'Fall 2027: Application: Received January 15, 2026.' },
      { kind: 'list', title: 'What we have', items: ['Application: Received January 15, 2026'] },
    ],
  ],
  [{ kind: 'token_asked', to, values: asked }, 'A token', [{ kind: 'text', text: 'sis for a nightly load.' }]],
  [
    { kind: 'term_closes', to, values: { term: 'Spring 2027', closes_at: '2026-11-16T06:59:00.000Z' } },
    'Soon',
    [{ kind: 'text', text: 'Spring 2027 closes on November 15, 2026.' }],
  ],
  [
    { kind: 'draft_rests', to, values: {}, about: { id: '3f0c' } },
    'Waiting',
    [{ kind: 'link', text: 'Go on', href: `${baseUrl}/login?application=3f0c` }],
  ],
  [
    { kind: 'draft_ends', to, values: { deleted_on: at } },
    'Soon',
    [{ kind: 'text', text: `On ${moment.split(' at ')[0]}.` }],
  ],
])("the institution's own wording of $kind", (message, subject, blocks) => {
  expect(open()(message)).toEqual({ subject, blocks })
})

test('with false, as in our institution.json, the mails have the built-in wording, whatever is in the folder', () => {
  rmSync(join(folder, 'mail'), { recursive: true })
  expect(ours.custom_email_copy, proves('1.institution.11')).toBe(false)
  expect(open(ours)(receipt([]))).toEqual(mailWording(receipt([]), baseUrl, ours))
})

test('a file name is never a placeholder or a new line', () => {
  const { blocks } = open()(receipt(['{help_email}.pdf\r\nBcc: all@example.edu']))
  expect(blocks).toEqual([
    { kind: 'text', text: `On ${moment}: K7WM. Documents: Copy: {help_email}.pdf Bcc: all@example.edu.` },
  ])
  expect(open()(receipt([])).blocks).toEqual([{ kind: 'text', text: `On ${moment}: K7WM. Documents: none.` }])
})

test.each([
  ['a placeholder of another mail', 'no_account', '# No\n\n{code}', 'names {code}'],
  ['an entry that institution.json does not have', 'no_account', '# No\n\n{links.moon}', 'names {links.moon}'],
  ['an entry that is not text', 'no_account', '# No\n\n{majors}', 'names {majors}'],
  ['an unknown one in the subject', 'no_account', '# No {who}\n\nText', 'names {who}'],
  ['a misspelled one', 'no_account', '# No\n\n{ partner-name }', 'names { partner-name }'],
  ['no code in the code mail', 'confirm_code', '# {code}\n\nText', 'does not name {code}'],
  ['no subject', 'receipt', '{reference}\n\nText', 'must begin with a line "# subject'],
  ['an empty subject', 'receipt', '# \n\n{reference}', 'must begin with a line "# subject'],
  ['no text', 'no_account', '# No\n\n', 'has no text below'],
])('%s stops the start with a sentence that names file and error', (_, kind, copy, problem) => {
  write(kind, copy)
  expect(errorOf(open)).toContain(`${kind}.md ${problem}`)
})

test.each(Object.keys(copies))('a missing %s stops the start and is named', (kind) => {
  rmSync(join(folder, 'mail', `${kind}.md`))
  expect(errorOf(open)).toContain(`mail/${kind}.md cannot be read`)
})

describe('in another language', () => {
  const both = { ...custom, languages: ['en', 'es'] }
  const spanish = createLanguages(['en', 'es'], ours.translations).wordsOf('es')
  const inSpanish = (copy: string, kind = 'reopened') => {
    mkdirSync(join(folder, 'mail/es'), { recursive: true })
    write(`es/${kind}`, copy)
  }
  const opened = () => createWording({ baseUrl, institutionFile }, { institution: both })

  test('a mail has the template of its reader, with days and names in that language', () => {
    inSpanish('# Abierta: {application_term}\n\n{reason}. Hasta {open_until}. {office}.')
    const message: MailMessage = {
      ...{ kind: 'reopened', to, values: { reason: 'Mend it', open_until: '2026-12-16T07:00:00.000Z' } },
      about: { id: '3f0c', term: 'Fall 2027' },
    }
    const { languageOf, wordingOf } = opened()
    expect(languageOf('reopened', 'es')).toBe('es')
    expect(sayIn(spanish, () => wordingOf(message))).toEqual({
      subject: 'Abierta: Otoño de 2027',
      blocks: [{ kind: 'text', text: 'Mend it. Hasta 15 de diciembre de 2026. Oficina de Admisiones.' }],
    })
    expect(languageOf('reopened', 'en')).toBe('en')
    expect(wordingOf(message).subject).toBe('Open')
  })

  test('a mail without one is the English one of the institution as a whole, and the start names it', () => {
    inSpanish('# Abierta\n\n{reason}')
    const { languageOf, warnings } = opened()
    expect(languageOf('receipt', 'es')).toBe('en')
    const others = mailMessageSchema.options
      .map(({ shape }) => shape.kind.value)
      .filter((each) => !/^(reopened|token_asked)$/.test(each))
    expect(warnings).toEqual([
      `Readers of es get these mails in English, for want of a template in mail/es: ${others.join(', ')}.`,
    ])
    for (const [kind, copy] of Object.entries(copies)) inSpanish(copy, kind)
    expect(opened().warnings).toEqual([])
  })

  test.each([
    ['receipt', '# Recibida\n\nGracias.', 'es/receipt.md does not name {reference}'],
    ['receipt', '# Recibida\n\n{referencia}', 'es/receipt.md names {referencia}'],
    ['recibo', '# Recibida\n\n{reference}', 'es/recibo.md is the name of no mail'],
  ])('a wrong file %s with %j stops the start', (kind, copy, problem) => {
    inSpanish(copy, kind)
    expect(errorOf(opened)).toContain(problem)
  })

  test('without templates of the institution each mail is in the language of its reader', () => {
    const { languageOf, warnings } = createWording({ baseUrl, institutionFile }, { institution: ours })
    expect([languageOf('receipt', 'es'), warnings]).toEqual(['es', []])
    expect(languageOf('token_asked', 'es')).toBe('en') // staff read it
  })
})

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const described = [...guide.matchAll(/^\| `(\w+)\.md` \|.*\| (.*)\|$/gm)].map(([, kind = '', own = '']) => ({
  kind,
  own,
}))

test('docs/operating.md lists every mail with its own placeholders, and no other', () => {
  const named = described.map(({ kind, own }) => [kind, ...[...own.matchAll(/`{(\w+)}`/g)].map(([, name]) => name)])
  const sent = mailMessageSchema.options.map(({ shape }) => [shape.kind.value, ...Object.keys(shape.values.shape)])
  expect(named.toSorted()).toEqual(sent.toSorted())
})

test.each(described)('docs/operating.md says what the wording of $kind must name', ({ kind, own }) => {
  write(kind, '# Subject\n\nText')
  const [, name] = /`{(\w+)}` \(must be there\)/.exec(own) ?? []
  if (name === undefined) expect(open).not.toThrow()
  else expect(errorOf(open)).toContain(`${kind}.md does not name {${name}}`)
})

function errorOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (isStartupError(error)) return error.message
    throw error
  }
  throw new Error('There was no fault of the start.')
}
