import { recipientsNow } from '../../handing-over/deliveries/index.ts'
import { isDeclined } from '../../platform/control/index.ts'
import type { App } from '../../platform/http/index.ts'
import { isRefusal } from '../../platform/http/index.ts'
import {
  callOff,
  checkAndCount,
  compareEditions,
  confirmEdition,
  dependentsOf,
  publishDraft,
  readForm,
  rollBack,
  saveDraft,
} from '../editions/index.ts'
import { compareSamples, previewLink } from '../preview/index.ts'
import { recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import { isSamePerson } from './staff-people.ts'

/** The calls of the page on which the office edits its form. Who published what, and why, is in the record. */
export function formRoutes(app: App, deps: StaffDeps): void {
  const { database, editions, jobs, keyRing, now, settings } = deps
  const { db } = database
  const office = { database, editions, now, dependents: dependentsOf({ settings }) }
  serveStaffCall(app, deps, 'readForm', async () => readForm(office, await systemsNow(deps)))
  serveStaffCall(app, deps, 'saveFormDraft', ({ body, session }) => saveDraft(office, session.person, body))
  serveStaffCall(app, deps, 'checkForm', () => checkAndCount({ ...office, jobs, keyRing }))
  serveStaffCall(app, deps, 'compareForm', ({ body }) => compareEditions(office, body))
  serveStaffCall(app, deps, 'compareSamples', async ({ body, session }) => {
    const compared = await compareSamples({ ...office, settings }, body.of)
    if (isRefusal(compared)) return compared
    const { samples, before } = compared
    const { link, until } = previewLink(keyRing, settings.baseUrl, now())
    await recordStaff(db, 'preview link made', session.person, '', { until })
    const pdf = (as: string, of: string) => `${link}/pdf?${new URLSearchParams({ as, of, language: 'en' })}`
    const pdfsOf = (id: string) => ({
      after: pdf(id, ''),
      ...(before === undefined ? {} : { before: pdf(id, `edition ${before}`) }),
    })
    return { samples, pdfs: Object.fromEntries(samples.map(({ id }) => [id, pdfsOf(id)])) }
  })
  serveStaffCall(app, deps, 'previewForm', async ({ session }) => {
    const made = previewLink(deps.keyRing, deps.settings.baseUrl, deps.now())
    await recordStaff(db, 'preview link made', session.person, '', { until: made.until })
    return made
  })
  serveStaffCall(app, deps, 'publishForm', async ({ body, session }) => {
    const published = await publishDraft(office, session.person, body)
    if (isRefusal(published)) return published
    const { title, reason, takes_effect } = body
    const detail = { title, reason, takes_effect: takes_effect ?? 'now' }
    await recordStaff(db, 'edition published', session.person, String(published.number), detail)
    return published
  })
  serveStaffCall(app, deps, 'rollBackForm', async ({ body, session }) => {
    const published = await rollBack(office, session.person, body)
    if (!isRefusal(published))
      await recordStaff(db, 'edition published', session.person, String(published.number), {
        same_as: body.to,
        reason: body.reason,
      })
    return published
  })
  serveStaffCall(app, deps, 'confirmEdition', async ({ params: { id: number }, session }) => {
    const confirmed = await confirmEdition(office, session.person, number, (one, other) => isSamePerson(db, one, other))
    if (!isRefusal(confirmed)) await recordStaff(db, 'edition confirmed', session.person, String(number))
    return confirmed
  })
  serveStaffCall(app, deps, 'callOffEdition', async ({ params: { id: number }, session }) => {
    const done = await callOff(office, session.person, number)
    if (!isRefusal(done)) await recordStaff(db, 'edition called off', session.person, String(number))
    return done
  })
}

/** The systems that are given applications, as they are set up and without the names that the office has given them. */
async function systemsNow({ database, settings, now }: StaffDeps): Promise<readonly string[]> {
  try {
    const systems = await recipientsNow({ database, settings, institution: {}, now })
    return [...new Set(systems.map(({ name }) => name))]
  } catch (error) {
    // The operator’s file cannot be read, which the start and the pages of deliveries say. The form can be edited.
    if (isDeclined(error)) return []
    throw error
  }
}
