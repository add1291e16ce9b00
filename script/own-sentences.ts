import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { parseSync } from 'vite'
import { LANGUAGES } from '../server/index.ts'
import {
  filesThatSpeak,
  formSentences,
  programSentences,
  type Sentence,
  sayingsIn,
  sentencesOfCall,
} from './sentences.ts'

/** The file of the sentences that an office may word itself, as gettext's templates are written. */
export const TEMPLATE = join(LANGUAGES, 'applicants.pot')

/**
 * Where the sentences of a file stand, as an office knows it; by the beginning of its path, the longest first. '' for
 * those that stay ours: what the program does with answers and cookies, who can read them, what it conforms to, how a
 * PDF is proven, and what only staff read. Other words there would say something that is not so.
 */
const PLACES: Readonly<Record<string, string>> = {
  'api/checklist': 'What we have, and what is missing',
  'api/errors': 'Errors',
  'api/file-problem': 'Documents',
  'api/ways-out': '',
  'form/': 'Form pages: hints',
  'screen/app/check-pdf': '',
  'screen/applying/account/confirm': 'Page: Confirm an account',
  'screen/applying/account/forgot': 'Page: Forgotten password',
  'screen/applying/account/login': 'Page: Log in',
  'screen/applying/account/reset': 'Page: New password',
  'screen/applying/account/signup': 'Page: Sign up',
  'screen/applying/account/account': 'Account menu',
  'screen/applying/account/menu': 'Account menu',
  'screen/applying/account/who-reads': '',
  'screen/applying/account/your-data': '',
  'screen/applying/account/': 'Account pages',
  'screen/applying/application/navigation': 'Steps and sections',
  'screen/applying/application/notices/banner': 'Before you start',
  'screen/applying/application/notices': 'Form pages: notices',
  'screen/applying/application/submitting': 'Checking and submitting',
  'screen/applying/application': 'Form pages',
  'screen/applying/completion': 'Page after submitting',
  'screen/applying/own-applications': 'Your applications',
  'screen/applying/site/footer-dialogs': '',
  'screen/applying/site': 'Header and footer',
  'screen/documents': 'Documents',
  'screen/fields/upload': 'Documents',
  'screen/fields': 'Form pages',
  'screen/office/': '',
  'server/applying/accounts': 'Account pages',
  'server/documents/application-pdf/pdf-signer': '',
  'server/documents/application-pdf': 'PDF of an application',
  'server/documents/documents/signatures': '',
  'server/documents': 'Documents',
  'server/office/after-submission': 'Page after submitting',
  'server/office/erasure': '',
  'server/office/term-notices': 'Page: Stop reminders',
  'server/running/mail': 'Mails: sentences of several',
  'engine/': 'Form pages',
  '': 'Every page',
}

/** Part of a file that stands elsewhere than the rest. */
const PARTS: Readonly<Record<string, string>> = { 'screen/applying/site/footer-dialogs.tsx Help': 'Help' }

/** A mail, by its kind. */
const MAILS: Readonly<Record<string, string>> = {
  confirm_code: 'Mail: Confirm an account',
  confirm_codes: 'Mail: Confirm an account, of several sign-ups',
  login_code: 'Mail: Code for a login',
  reset_link: 'Mail: New password',
  account_exists: 'Mail: There is an account',
  no_account: 'Mail: There is no account',
  password_changed: 'Mail: Password changed',
  email_code: 'Mail: Confirm a new address',
  email_taken: 'Mail: Address of another account',
  email_change_asked: 'Mail: Another address asked for',
  email_changed: 'Mail: Address changed',
  email_confirmed: 'Mail: New address confirmed',
  account_deleted: 'Mail: Account deleted',
  draft_rests: 'Mail: Reminder of a draft',
  draft_ends: 'Mail: A draft will be deleted',
  reopened: 'Mail: Open for changes',
  document_requested: 'Mail: Please add a document',
  withdrawn: 'Mail: Withdrawn',
  term_closes: 'Mail: A term closes',
  receipt: 'Mail: Receipt',
}

type Placed = Sentence & { readonly place: string }

/** The sentences that an office may word itself. Those of the form, which it edits by their own places, are not here. */
export function ownSentences(): readonly Placed[] {
  const places = placesBySentence()
  const ofForm = new Set(formSentences().map(({ text }) => text))
  return programSentences().flatMap((sentence) => {
    const place = places.get(sentence.plural ?? sentence.text) ?? PLACES['']
    return place === undefined || place === '' || ofForm.has(sentence.text) ? [] : [{ ...sentence, place }]
  })
}

/** Where each sentence stands first. One that stands somewhere as ours is ours everywhere. */
function placesBySentence(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const path of filesThatSpeak) {
    const text = readFileSync(join(LANGUAGES, '..', path), 'utf8')
    const parts = partsOf(path, text)
    for (const saying of sayingsIn(path, text)) {
      const sentence = sentencesOfCall(saying).at(-1)
      const part = parts.find(({ start, end }) => start <= saying.call.start && saying.call.end <= end)
      const place = part?.place ?? placeOf(path)
      if (sentence !== undefined && (place === '' || !found.has(sentence))) found.set(sentence, place)
    }
  }
  return found
}

const placeOf = (path: string): string => {
  const [longest = ''] = Object.keys(PLACES)
    .filter((each) => path.startsWith(each))
    .toSorted((one, other) => other.length - one.length)
  return PLACES[longest] ?? ''
}

type Part = { readonly start: number; readonly end: number; readonly place: string }

/** The declarations of a file that have a place of their own: those of `PARTS`, and each mail. */
function partsOf(path: string, text: string): readonly Part[] {
  const named = Object.keys(PARTS).filter((each) => each.startsWith(`${path} `))
  if (named.length === 0 && path !== 'server/running/mail/mail-wording.ts') return []
  return parseSync(path, text).program.body.flatMap((node): readonly Part[] => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    const { start, end } = node
    if (declared?.type === 'FunctionDeclaration') {
      const place = PARTS[`${path} ${declared.id?.name}`]
      return place === undefined ? [] : [{ start, end, place }]
    }
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) =>
      init?.type !== 'ObjectExpression'
        ? []
        : init.properties.flatMap((each) => {
            const place = each.type === 'Property' && each.key.type === 'Identifier' ? MAILS[each.key.name] : undefined
            return place === undefined ? [] : [{ start: each.start, end: each.end, place }]
          }),
    )
  })
}

/** The template: each sentence with where it stands, in the order in which the desk shows them. */
export function templateText(): string {
  const entries = ownSentences().map(({ text, plural, place, places }) => [
    text,
    {
      msgid: text,
      ...(plural === undefined ? {} : { msgid_plural: plural }),
      msgstr: plural === undefined ? [''] : ['', ''],
      comments: { extracted: place, reference: places.join('\n') },
    },
  ])
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  const data = { charset: 'utf-8', headers, translations: { '': Object.fromEntries(entries) } }
  return po.compile(data, { foldLength: 0 }).toString()
}

export const writeTemplate = (): void => writeFileSync(TEMPLATE, templateText())
