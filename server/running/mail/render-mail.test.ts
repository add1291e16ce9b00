import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { institutionSchema } from '../../../api/index.ts'
import { sayIn } from '../../../engine/index.ts'
import { messageTexts } from './create-wording.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { mailWording } from './mail-wording.ts'
import { renderMail } from './render-mail.ts'

const institution = institutionSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../institution.json'), 'utf8')),
)
const rendered = (message: MailMessage) =>
  renderMail(mailWording(message, 'https://apply.bridger.example', institution), institution)
const to = 'ann@example.edu'
const link = 'https://apply.bridger.example/reset?username=ann%40example.edu&id=abc'
const visa = { question: 'Visa or immigration document', file_name: 'visa.pdf' }
const photo = { question: 'Transcript', file_name: 'Zoë.png' }
const at = '2026-01-15T17:05:00.000Z'

/** An application that waits for a transcript and for what the mail asks for. */
const about = {
  id: '3f0c',
  term: 'Fall 2027',
  checklist: [
    {
      ...{ kind: 'asked', title: 'Spring grades', school: null, received_at: null, file_name: null, is_needed: true },
      request: { key: 'request_7', reason: 'We need them.', until: '2026-07-01T06:00:00.000Z' },
    },
    {
      ...{ kind: 'transcript', title: 'Official transcript', school: 'Flathead Valley Community College' },
      ...{ received_at: null, file_name: null, is_needed: true, request: null },
    },
    {
      ...{ kind: 'document', title: 'Unofficial transcript', school: 'Flathead Valley Community College' },
      ...{ received_at: at, file_name: 'fvcc.pdf', is_needed: true, request: null },
    },
  ],
} satisfies MailMessage['about']

const mails: readonly [MailMessage, subject: string, content: readonly string[]][] = [
  [{ kind: 'account_deleted', to, values: {} }, 'Your application and account were deleted', ['as you asked']],
  [
    { kind: 'email_code', to, values: { code: '012345', valid_until: at } },
    'Confirm your new email address',
    ['012345', 'works until January 15, 2026 at 10:05 AM MST', 'Enter it at apply.bridger.example/login'],
  ],
  [{ kind: 'email_taken', to, values: {} }, 'You already have an account', ['nothing was changed', '/login']],
  [
    { kind: 'email_change_asked', to, values: { new_address: 'n…@mail.example' } },
    'Your email address is about to change',
    ['to n…@mail.example', 'That stops the change', '/forgot'],
  ],
  [
    { kind: 'email_changed', to, values: { new_address: 'n…@mail.example' } },
    'Your email address was changed',
    ['to n…@mail.example', 'contact us right away'],
  ],
  [{ kind: 'email_confirmed', to, values: {} }, 'Your new email address', ['Log in with it', 'is not changed']],
  [
    { kind: 'draft_rests', to, values: {}, about: { id: '3f0c', term: 'Fall 2027' } },
    'Your Fall 2027 application is waiting for you',
    ['Transfer Application for Fall 2027', 'Your answers are saved.', '/login?application=3f0c'],
  ],
  [
    { kind: 'draft_ends', to, values: { deleted_on: at } },
    'Your unfinished application will be deleted soon',
    ['and your account, on January 15, 2026.', '/login'],
  ],
  [
    {
      kind: 'token_asked',
      to,
      values: {
        name: 'sis',
        rights: 'changes, ssn',
        networks: '192.0.2.0/24',
        purpose: 'a nightly load',
        by: 'June Hale',
      },
    },
    'A token for sis waits to be confirmed',
    ['changes, ssn.', 'a nightly load', '192.0.2.0/24', 'other than them confirms'],
  ],
  [
    { kind: 'term_closes', to, values: { term: 'Spring 2027', closes_at: '2026-11-16T06:59:00.000Z' } },
    'Applications for Spring 2027 close soon',
    ['submit it for this term through November 15, 2026.', 'choose another term', '/login'],
  ],
  [
    { kind: 'confirm_code', to, values: { code: '012345', valid_until: at } },
    'Confirm your account',
    ['012345', 'works until January 15, 2026 at 10:05 AM MST', 'Enter it at apply.bridger.example/confirm'],
  ],
  [
    {
      kind: 'confirm_codes',
      to,
      values: {
        codes: [
          { code: '012345', signed_up_at: at },
          { code: '543210', signed_up_at: '2026-01-15T18:05:00.000Z' },
        ],
        valid_until: at,
      },
    },
    'Confirm your account',
    ['012345 (of January 15, 2026 at 10:05 AM MST)', '543210 (of January 15, 2026 at 11:05 AM MST)'],
  ],
  [
    { kind: 'login_code', to, values: { code: '012345', valid_until: at } },
    'Your login code',
    ['012345', 'January 15, 2026 at 10:05 AM MST', 'The code alone', 'apply.bridger.example/login'],
  ],
  [{ kind: 'password_changed', to, values: {} }, 'Your password was changed', ['https://apply.bridger.example/forgot']],
  [
    { kind: 'reset_link', to, values: { link, valid_until: at } },
    'Choose a new password',
    ['works once', 'January 15, 2026 at 10:05 AM MST'],
  ],
  [{ kind: 'account_exists', to, values: {} }, 'You already have an account', ['nothing was changed']],
  [{ kind: 'no_account', to, values: {} }, 'No account with this email address', ['Yours may have a different one']],
  [
    { kind: 'reopened', to, values: { reason: 'Please mend your address.', open_until: '2026-07-01T06:00:00.000Z' } },
    'Your application is open for changes',
    ['Please mend your address.', 'stays open through June 30, 2026.', 'what you signed before counts'],
  ],
  [
    {
      kind: 'document_requested',
      to,
      values: { title: 'Spring grades', reason: 'We need them.', open_until: '2026-07-01T06:00:00.000Z' },
      about: { ...about, request: 'request_7' },
    },
    'Please add a document to your Fall 2027 application',
    [
      ...['Spring grades', 'We need them.', 'You can add it through June 30, 2026.'],
      'Official transcript, Flathead Valley Community College: Needed. Ask Flathead Valley Community College to send it',
    ],
  ],
  [
    { kind: 'withdrawn', to, values: { reference: 'K7WM-2PQR' } },
    'You withdrew your application (K7WM-2PQR)',
    ['read it any further'],
  ],
  [
    {
      kind: 'receipt',
      to,
      values: { reference: 'K7WM-2PQR', submitted_at: '2026-07-01T05:30:00.000Z', documents: [visa, photo] },
    },
    'We have received your application (K7WM-2PQR)',
    ['K7WM-2PQR', 'June 30, 2026 at 11:30 PM MDT', 'Visa or immigration document: visa.pdf', 'Transcript: Zoë.png'],
  ],
]

test('every kind of mail has a row in this test', () => {
  const kinds = mailMessageSchema.options.map(({ shape }) => shape.kind.value)
  expect(mails.map(([{ kind }]) => kind).toSorted()).toEqual(kinds.toSorted())
})

describe.each(mails)('$kind', (message, subject, content) => {
  test('has the same content as text and as HTML', () => {
    const mail = rendered(message)
    expect(mail.subject).toBe(subject)
    for (const words of [...content, institution.partner_name, institution.help_email, institution.phone]) {
      expect(mail.text).toContain(words)
      expect(mail.html).toContain(words)
    }
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(mail.html).toContain(`<h1 style="font-size:1.4em">${subject}</h1>`)
  })

  test('has no placeholder that shows a time as it is stored', () => {
    expect(Object.values(messageTexts(message, institution)).join()).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
  })
})

test('a mail is in the language of its reader, which its HTML names', () => {
  const texts = { 'Your {term} application is waiting for you': 'Su solicitud para {term} le espera' }
  const mail = sayIn({ language: 'es', texts }, () => rendered({ kind: 'draft_rests', to, values: {}, about }))
  expect(mail.subject).toBe('Su solicitud para Fall 2027 le espera')
  expect(mail.html).toMatch(/^<!doctype html>\n<html lang="es">/)
})

test('what a mail asks for is not listed again as missing, and its link names application and document', () => {
  const asked = mails.find(([{ kind }]) => kind === 'document_requested')?.[0]
  const mail = rendered(asked ?? { kind: 'no_account', to, values: {} })
  expect(mail.text.match(/Spring grades/g)).toHaveLength(1)
  expect(mail.text).toContain('\nhttps://apply.bridger.example/login?application=3f0c&request=request_7\n')
})

const MATTER = '/login?application=3f0c&request=request_7'

/** Where the links in the wording of each mail lead. Only that for a new password holds a secret. */
const links: Readonly<Record<MailMessage['kind'], readonly string[]>> = {
  ...{ confirm_code: ['/confirm'], confirm_codes: ['/confirm'], login_code: ['/login'], email_code: ['/login'] },
  reset_link: ['/reset?username=ann%40example.edu&id=abc'],
  account_exists: ['/login', '/forgot'],
  no_account: ['/signup'],
  ...{ password_changed: ['/forgot'], email_change_asked: ['/forgot'] },
  ...{ email_taken: ['/login'], email_confirmed: ['/login'] },
  ...{ email_changed: [], account_deleted: [], token_asked: [] },
  ...{ draft_rests: [MATTER], draft_ends: [MATTER], term_closes: [MATTER] },
  ...{ reopened: [MATTER], document_requested: [MATTER], withdrawn: [MATTER], receipt: [MATTER] },
}

test.each(mails)('the links of $kind name the application that it is about, or nothing', (message) => {
  const mail = rendered({ ...message, about: { ...about, request: 'request_7' } })
  const inText = [...mail.text.matchAll(/^https?:\/\/\S+$/gm)].map(([href]) => href)
  const inHtml = [...mail.html.matchAll(/href="(http[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect(inText).toEqual(links[message.kind].map((path) => `https://apply.bridger.example${path}`))
  expect(inHtml).toEqual(inText)
})

test('a receipt says where the application stands, what is missing and what came, as text and as HTML', () => {
  const values = { reference: 'K7WM', submitted_at: at, documents: [visa] }
  const mail = rendered({ kind: 'receipt', to, values, about: { ...about, checklist: about.checklist.slice(1) } })
  expect(mail.subject).toBe('We have received your Fall 2027 application (K7WM)')
  expect(mail.text).toContain('Waiting for your transcript from Flathead Valley Community College.')
  expect(mail.text).toMatch(
    /What is still missing:\n- Official transcript, Flathead Valley Community College: Needed\. Ask .*\n\nWhat schools .*\n\nWhat we have:\n- Unofficial transcript, Flathead Valley Community College: Received January 15, 2026: fvcc\.pdf\n/,
  )
  expect(mail.html).toContain('<h2 style="font-size:1.1em">What is still missing</h2><ul><li>Official transcript, ')
  expect(mail.text).not.toContain('Documents attached') // they are in the list
  expect(mail.text).toContain('https://apply.bridger.example/login?application=3f0c\n')
})

test('a receipt has the institution’s own links with their titles, in its order, as the page after submitting', () => {
  const message: MailMessage = { kind: 'receipt', to, values: { reference: 'K7WM', submitted_at: at, documents: [] } }
  expect(rendered(message).text).not.toContain('While you wait')
  const fees = 'https://www.bridger.example/fees?a=1&b=2'
  const own = {
    ...institution,
    links: { ...institution.links, fees, fee_waiver: 'https://www.bridger.example/waiver' },
    more_links: [
      { id: 'b', title: 'Housing & dining', address: 'https://www.bridger.example/housing' },
      { id: 'a', title: 'Orientation', address: 'https://www.bridger.example/orientation' },
    ],
  }
  const texts = { Fees: 'Tarifas', Orientation: 'Orientación' }
  const mail = sayIn({ language: 'es', texts }, () =>
    renderMail(mailWording(message, 'https://apply.bridger.example', own), own),
  )
  expect(mail.text).toContain(
    [
      'While you wait:',
      `- Tarifas: ${fees}`,
      '- Fee waiver: https://www.bridger.example/waiver',
      '- Housing & dining: https://www.bridger.example/housing',
      '- Orientación: https://www.bridger.example/orientation',
      '',
    ].join('\n'),
  )
  expect([...mail.html.matchAll(/<li><a href="([^"]*)">([^<]*)<\/a><\/li>/g)].map((each) => each.slice(1))).toEqual([
    ['https://www.bridger.example/fees?a=1&amp;b=2', 'Tarifas'],
    ['https://www.bridger.example/waiver', 'Fee waiver'],
    ['https://www.bridger.example/housing', 'Housing &amp; dining'],
    ['https://www.bridger.example/orientation', 'Orientación'],
  ])
})

test('a link is unchanged in the text and escaped in the HTML', () => {
  const mail = rendered({ kind: 'reset_link', to, values: { link, valid_until: at } })
  expect(mail.text).toContain(`\n${link}\n`)
  expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`)
})

test('file names are neither markup nor new lines', () => {
  const documents = ['<img src=x onerror="alert(1)">.png', 'a.pdf\r\nBcc: everyone@example.edu\r\n\r\nHello'].map(
    (file_name) => ({ question: 'Visa', file_name }),
  )
  const mail = rendered({ kind: 'receipt', to, values: { reference: 'K7WM', submitted_at: at, documents } })
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;.png')
  expect(mail.text).not.toMatch(/^(Bcc|Hello)/m)
  expect(mail.text).toContain('- Visa: a.pdf Bcc: everyone@example.edu Hello')
})

test('a receipt names the question of each document in the language of its reader', () => {
  const transcript = {
    question: 'Unofficial transcript',
    school: 'Carroll College',
    file_name: 'Unofficial transcript',
  }
  const message: MailMessage = {
    ...{ kind: 'receipt', to },
    values: { reference: 'K7WM', submitted_at: at, documents: [transcript] },
  }
  expect(rendered(message).text).toContain('- Unofficial transcript, Carroll College: Unofficial transcript')
  const words = { language: 'es', texts: { 'Unofficial transcript': 'Expediente no oficial' } }
  const { text } = sayIn(words, () => rendered(message))
  expect(text).toContain('- Expediente no oficial, Carroll College: Unofficial transcript')
})

test('a mail has the colors of the institution if it has any, in each element and never in its text', () => {
  const message: MailMessage = {
    kind: 'receipt',
    to,
    about,
    values: { reference: 'K7WM', submitted_at: at, documents: [] },
  }
  const plain = rendered(message)
  expect(plain.html).toContain('<a href=')
  expect(plain.html).not.toMatch(/color:|border/)
  const own = renderMail(mailWording(message, 'https://apply.bridger.example', institution), {
    ...institution,
    face: { color: '#5E2A7E' },
  })
  expect(own.html.match(/<a [^>]*>/g)?.every((each) => each.startsWith('<a style="color:#5e2a7e" href="'))).toBe(true)
  for (const heading of own.html.match(/<h[12][^>]*>/g) ?? []) expect(heading).toMatch(/;color:#3b1353[;"]/)
  expect(own.html.match(/<h2/g)?.length).toBeGreaterThan(0)
  expect(own.html.replaceAll(/ style="[^"]*"/g, '')).toBe(plain.html.replaceAll(/ style="[^"]*"/g, ''))
  expect({ ...own, html: '' }).toEqual({ ...plain, html: '' })
})

test('a receipt without documents says so', () => {
  const mail = rendered({ kind: 'receipt', to, values: { reference: 'K7WM', submitted_at: at, documents: [] } })
  expect(mail.text).toContain('No documents were attached.')
})

test.each(['ann@example.edu, bob@example.edu', 'ann@example.edu\r\nBcc: bob@example.edu', 'Ann <ann@example.edu>', ''])(
  'only a single address is accepted: %j',
  (address) => {
    const message = { kind: 'account_exists', to: address, values: {} }
    expect(mailMessageSchema.safeParse(message).success).toBe(false)
  },
)

const server = join(import.meta.dirname, '../..')
/** The code that sends mails: all of the server but this folder and tests. */
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !/\.test\.ts$|(^|\/)testing\/|^running\/mail\//.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

test.each(mailMessageSchema.options.map(({ shape }) => shape.kind.value))('the mail %s is sent somewhere', (kind) => {
  expect(code).toMatch(new RegExp(`kind: (\\w+ \\? '\\w+' : |\\w+ \\? )?'${kind}'`))
})
