import { type Refusal, refusal } from '../../platform/http/index.ts'
import { applicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'

/** Stores the page an applicant is on: the path of one of the form's pages. */
export async function saveLastPage(
  applications: Applications,
  owner: string,
  lastPage: string,
): Promise<{ message: string } | Refusal> {
  const { database, form } = applications
  if (!form.pages.some((page) => `/${page.slug}` === lastPage)) return refusal('malformed')
  const { id } = await applicationOf(applications, database.db, owner)
  await database.db.updateTable('application').set({ last_page: lastPage }).where('id', '=', id).execute()
  return { message: 'Your place is saved.' }
}
