import type { Kysely } from 'kysely'
import type { Reply } from '../../../api/index.ts'
import {
  descriptionKey,
  isDescriptionKey,
  questionsByKey,
  withDescriptions,
  withoutSecrets,
} from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { applicationOf, openAnswers } from '../applications/index.ts'
import type { Erasures } from './erasures.ts'

/**
 * Everything that is held of an applicant: the account, the application with every answer it ever had, documents and
 * mails. Numbers that are secret are masked.
 */
export async function heldData(
  erasures: Erasures,
  { accountId, username }: { readonly accountId: string; readonly username: string },
): Promise<Reply<'heldData'>> {
  const { form } = erasures
  const { db } = erasures.database
  const { id, application, sealer } = await applicationOf(erasures, db, accountId)
  const [account, row, submission, documents, history, statuses, mails] = await Promise.all([
    heldAccount(db, accountId, username),
    db.selectFrom('application').select(['created_at', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('submission')
      .select(['reference', 'submitted_at'])
      .where('application_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('document')
      .select(['answer_key', 'file_name', 'file_size', 'created_at'])
      .where('application_id', '=', id)
      .where('status', 'not in', ['ISSUED', 'DETACHED'])
      .orderBy('created_at')
      .execute(),
    db.selectFrom('answer_history').select(['changed', 'at']).where('application_id', '=', id).orderBy('id').execute(),
    db.selectFrom('web_status').select(['status', 'at']).where('application_id', '=', id).orderBy('at').execute(),
    db
      .selectFrom('sent_mail')
      .select(['kind', 'enqueued_at'])
      .where((is) => is.or([is('application_id', '=', id), is('account_id', '=', accountId)]))
      .orderBy('enqueued_at')
      .execute(),
  ])
  const questions = questionsByKey(form)
  const wordsOf = (key: string) => {
    const question = questions.get(key)
    return question && 'label' in question ? String(question.label) : key
  }
  const answers = withoutSecrets(form, withDescriptions(form, application))
  return {
    account,
    application: {
      ...{ id, started_at: row.created_at.toISOString(), saved_at: row.updated_at.toISOString() },
      ...{ reference: submission?.reference ?? null, submitted_at: submission?.submitted_at.toISOString() ?? null },
      answers: Object.entries(answers).flatMap(([key, answer]) =>
        answer && !isDescriptionKey(form, key)
          ? [{ key, question: wordsOf(key), answer: answers[descriptionKey(key)] || answer }]
          : [],
      ),
      documents: documents.map(({ answer_key, file_name, file_size, created_at }) => ({
        ...{ question: wordsOf(answer_key), file_name: file_name ?? '', bytes: file_size ?? 0 },
        added_at: created_at.toISOString(),
      })),
      history: history.map(({ changed, at }) => ({
        at: at.toISOString(),
        changed: withoutSecrets(form, openAnswers(changed, id, sealer)),
      })),
      statuses: statuses.map(({ status, at }) => ({ status, at: at.toISOString() })),
    },
    mails: mails.map(({ kind, enqueued_at }) => ({ kind, at: enqueued_at.toISOString() })),
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
    ...{ email, created_at: user.createdAt.toISOString() },
    email_changes: changes.map(({ new_email, outcome, created_at }) => ({
      ...{ email: new_email, is_confirmed: outcome === 'confirmed', asked_at: created_at.toISOString() },
    })),
    devices: devices.map(({ userAgent, createdAt }) => ({
      ...{ browser: userAgent ?? '', signed_in_at: createdAt.toISOString() },
    })),
    signed_in_at: logins.map(({ at }) => at.toISOString()),
  }
}
