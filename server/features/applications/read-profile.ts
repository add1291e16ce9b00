import type { Profile } from '../../../api/index.ts'
import { withDescriptions } from '../../../engine/index.ts'
import type { Applicant } from '../../platform/http/index.ts'
import { todayAt } from '../institution/index.ts'
import { applicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { filesConverting } from './attached-documents.ts'
import { statusEntries } from './web-status.ts'
import { withoutUndefined } from './without-undefined.ts'

/** Everything the screen needs to know about a signed-in applicant (requirements 3.profile). */
export async function readProfile(applications: Applications, { accountId, username }: Applicant): Promise<Profile> {
  const { database, form, institution, now } = applications
  const { id, revision, lastPage, application } = await applicationOf(applications, database.db, accountId)
  const logins = await database.db
    .selectFrom('successful_login')
    .select('at')
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()
  const submission = await database.db
    .selectFrom('submission')
    .select(['reference', 'submitted_at'])
    .where('application_id', '=', id)
    .executeTakeFirst()
  return {
    answer: withoutUndefined(withDescriptions(form, application)),
    document_answer: withoutUndefined(application.document_answer),
    converting: await filesConverting(database.db, id),
    add_another: withoutUndefined(application.add_another),
    tabs: withoutUndefined(application.tabs),
    account_id: accountId,
    username,
    last_page: lastPage,
    successful_login: logins.map(({ at }) => at.toISOString()),
    web_status: [...(await statusEntries(database.db, id))],
    revision,
    today: todayAt(institution.time_zone, now()),
    submission: submission
      ? { reference: submission.reference, submitted_at: submission.submitted_at.toISOString() }
      : null,
  }
}
