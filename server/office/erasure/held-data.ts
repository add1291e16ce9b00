import type { Kysely } from 'kysely'
import { answersLeaving, type Reply } from '../../../api/index.ts'
import { descriptionKey, isDescriptionKey, questionLabel, say, withDescriptions } from '../../../engine/index.ts'
import {
  applicationOf,
  applicationWithId,
  ownerAccount,
  REQUEST,
  readHistory,
  type StoredApplication,
} from '../../applying/applications/index.ts'
import { signedAnswers } from '../../applying/submissions/index.ts'
import { signaturesInWords, signaturesOf } from '../../documents/documents/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { sayBrowser } from '../../platform/http/index.ts'
import { formToRead } from '../../running/institution/index.ts'
import { readersOf, recipientsOf, staffWordsOf } from './disclosures.ts'
import type { ErasureDeps } from './erasure-deps.ts'

type Held = Reply<'heldData'>

type Person = { readonly accountId: string; readonly username: string }
/** By which way it leaves: to the applicant, or to staff who answer a letter. */
type Leaving = { readonly way: 'your_data' | 'letter'; readonly rights?: readonly string[] }

/**
 * In the language of who reads: everything that is held of an applicant: the account, its applications with every answer they ever had, documents, mails,
 * who read them and who was given them. Numbers that are secret are masked.
 */
export const heldData = async (deps: ErasureDeps, person: Person & { readonly owner: string }): Promise<Held> =>
  everythingHeld(deps, person, await applicationOf(deps, deps.database.db, person.owner), { way: 'your_data' })

/** The same of the account of this application, with the rights of whoever makes it; undefined without such an account. */
export async function heldDataForLetter(
  deps: ErasureDeps,
  id: string,
  rights: readonly string[],
): Promise<Held | undefined> {
  const { db } = deps.database
  const account = await db
    .selectFrom('application')
    .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .select(['user.id', 'user.email'])
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!account) return undefined
  const person = { accountId: account.id, username: account.email }
  return everythingHeld(deps, person, await applicationWithId(deps, db, id), { way: 'letter', rights })
}

async function everythingHeld(
  deps: ErasureDeps,
  { accountId, username }: Person,
  current: StoredApplication,
  leaving: Leaving,
): Promise<Held> {
  const { db } = deps.database
  const others = await db
    .selectFrom('application')
    .select('id')
    .where(ownerAccount, '=', accountId)
    .where('id', '!=', current.id)
    .orderBy('created_at', 'desc')
    .execute()
  const [account, mails] = await Promise.all([
    heldAccount(db, accountId, username),
    db
      .selectFrom('sent_mail')
      .select(['kind', 'enqueued_at'])
      .where((is) =>
        is.or([
          is('account_id', '=', accountId),
          is('application_id', 'in', [current.id, ...others.map(({ id }) => id)]),
        ]),
      )
      .orderBy('enqueued_at')
      .execute(),
  ])
  return {
    account,
    application: await heldOf(deps, current, leaving),
    other_applications: await Promise.all(
      others.map(async ({ id }) => heldOf(deps, await applicationWithId(deps, db, id), leaving)),
    ),
    mails: mails.map(({ kind, enqueued_at }) => ({ kind, at: enqueued_at.toISOString() })),
  }
}

async function heldOf(
  deps: ErasureDeps,
  { id, application, parked, sealer }: StoredApplication,
  { way, rights }: Leaving,
): Promise<Held['application']> {
  const { db } = deps.database
  const { institution } = deps
  const form = formToRead(deps)
  const [row, submission, documents, history, statuses, earlier, requests, withdrawal] = await Promise.all([
    db.selectFrom('application').select(['created_at', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('submission')
      .select(['reference', 'submitted_at', 'version'])
      .where('application_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('document')
      .innerJoin('application', 'application.id', 'application_id')
      .select(['document.id', 'application_id', 'answer_key', 'file_name', 'file_size', 'document.created_at'])
      .select(['signatures', 'data_key'])
      .where('application_id', '=', id)
      .where('status', 'not in', ['ISSUED', 'DETACHED'])
      .orderBy('document.created_at')
      .execute(),
    readHistory(db, { id, sealer }),
    db.selectFrom('web_status').select(['status', 'at']).where('application_id', '=', id).orderBy('at').execute(),
    db.selectFrom('earlier_submission').select(['version', 'submitted_at']).where('application_id', '=', id).execute(),
    db
      .selectFrom('document_request')
      .select(['id', 'title', 'reason', 'until'])
      .where('application_id', '=', id)
      .orderBy('id')
      .execute(),
    db.selectFrom('withdrawal').select('at').where('application_id', '=', id).executeTakeFirst(),
  ])
  const requested = new Map(requests.map((each) => [`${REQUEST}${each.id}`, each.title]))
  const wordsOf = (key: string) => requested.get(key) ?? questionLabel(form, key, application.answer)
  // What an edition of the form has taken away is held too.
  const all = { ...application, answer: { ...parked, ...application.answer } }
  const answers = answersLeaving(form, way, withDescriptions(form, all), rights)
  const formerLabel = await formerLabels(deps, id)
  const inWords = (key: string, answer: string) => {
    const label = answers[descriptionKey(key)]
    if (label && label !== answer) return label
    const former = formerLabel(key, answer)
    return former === undefined ? answer : say(former)
  }
  const versions = [...earlier, ...(submission ? [submission] : [])].sort((one, other) => one.version - other.version)
  return {
    id,
    started_at: row.created_at.toISOString(),
    saved_at: row.updated_at.toISOString(),
    reference: submission?.reference ?? null,
    submitted_at: submission?.submitted_at.toISOString() ?? null,
    answers: Object.entries(answers).flatMap(([key, answer]) =>
      answer && !isDescriptionKey(form, key) ? [{ key, question: wordsOf(key), answer: inWords(key, answer) }] : [],
    ),
    documents: documents.map(({ answer_key, file_name, file_size, created_at, ...row }) => ({
      question: wordsOf(answer_key),
      file_name: file_name ?? '',
      bytes: file_size ?? 0,
      added_at: created_at.toISOString(),
      signature: signaturesInWords(signaturesOf(deps.keyRing, row), institution.time_zone),
    })),
    history: history.map(({ changed, at }) => ({
      at: new Date(at).toISOString(),
      changed: answersLeaving(form, way, changed, rights),
    })),
    statuses: statuses.map(({ status, at }) => ({ status, at: at.toISOString() })),
    versions: versions.map(({ version, submitted_at }) => ({ version, submitted_at: submitted_at.toISOString() })),
    requests: requests.map(({ title, reason, until }) => ({ title, reason, until: until.toISOString() })),
    withdrawn_at: withdrawal?.at.toISOString() ?? null,
    readers: await readersOf(db, institution, id),
    recipients: await recipientsOf(db, institution, id),
    ...(await staffWordsOf(db, institution, id)),
  }
}

/** What an answer was called when it was signed, or when a term or major was chosen that no list has any more. */
async function formerLabels({ database: { db }, keyRing }: ErasureDeps, id: string) {
  const signed = await signedAnswers(db, keyRing, id)
  const index = await db
    .selectFrom('application_index')
    .select(['term', 'term_label', 'major', 'major_label'])
    .where('application_id', '=', id)
    .executeTakeFirst()
  const chosen: Readonly<Record<string, readonly [value: string, label: string]>> = index
    ? { entry_term: [index.term, index.term_label], applied_major: [index.major, index.major_label] }
    : {}
  return (key: string, answer: string): string | undefined => {
    const [value, label] = chosen[key] ?? []
    return (signed[key] === answer && signed[descriptionKey(key)]) || (value === answer && label) || undefined
  }
}

/** The account, where it is signed in, and the addresses of the last weeks. */
async function heldAccount(
  db: Kysely<Tables>,
  accountId: string,
  email: string,
): Promise<Reply<'heldData'>['account']> {
  const [user, changes, devices, logins] = await Promise.all([
    db.selectFrom('user').select('createdAt').where('id', '=', accountId).executeTakeFirstOrThrow(),
    db
      .selectFrom('email_change')
      .select(['new_email', 'outcome', 'created_at'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('session')
      .select(['userAgent', 'createdAt'])
      .where('userId', '=', accountId)
      .orderBy('createdAt')
      .execute(),
    db.selectFrom('successful_login').select('at').where('account_id', '=', accountId).orderBy('at').execute(),
  ])
  return {
    email,
    created_at: user.createdAt.toISOString(),
    email_changes: changes.map(({ new_email, outcome, created_at }) => ({
      email: new_email,
      is_confirmed: outcome === 'confirmed',
      asked_at: created_at.toISOString(),
    })),
    devices: devices.map(({ userAgent, createdAt }) => ({
      browser: userAgent ? sayBrowser(userAgent) : '',
      signed_in_at: createdAt.toISOString(),
    })),
    signed_in_at: logins.map(({ at }) => at.toISOString()),
  }
}
