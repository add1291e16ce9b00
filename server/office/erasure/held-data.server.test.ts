import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outlineOf, withDescriptions } from '../../../engine/index.ts'
import { applicationOf, editApplication } from '../../applying/applications/index.ts'
import { sealSnapshot } from '../../applying/submissions/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { heldData } from './held-data.ts'
import type { ErasureDeps } from './index.ts'
import { erasuresForTests } from './testing/index.ts'

databasesForTests('what is held of an applicant', (on) => {
  let erasures: ErasureDeps
  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const now = () => new Date()
    const storage = await createStorage(on.settings, keyRing, now, randomUUID())
    const jobs = createJobs(on.database, silentLog)
    const deps = { database: on.database, keyRing, form: formOf(institution), institution, now, storage, jobs }
    erasures = erasuresForTests(deps)
  })
  afterAll(() => erasures.jobs.stop())

  test.each(['a draft', 'a signed application'])('%s names options that no list has any more', async (kind) => {
    const [accountId, username] = [randomUUID(), `${randomUUID()}@mail.example`]
    const { db } = on.database
    const user = { id: accountId, name: '', email: username, emailVerified: true, image: null, updatedAt: new Date() }
    await db.insertInto('user').values(user).execute()
    const chosen = { entry_term: '202730', applied_major: 'GEOL' }
    await editApplication(erasures, accountId, async ({ write }) => void write(chosen))
    const { id, application } = await applicationOf(erasures, db, accountId)
    if (kind === 'a signed application') {
      const { form, keyRing } = erasures
      const answer = withDescriptions(form, application)
      const snapshot = { form_version: form.version, application: { ...application, answer } }
      const sealed = sealSnapshot({ ...snapshot, outline: outlineOf(form, application) }, id, keyRing)
      const reference = randomUUID().slice(0, 9).toUpperCase()
      await db
        .insertInto('submission')
        .values({ application_id: id, reference, form_version: form.version, snapshot: sealed })
        .execute()
      await db.updateTable('application_index').set({ term_label: '', major_label: '' }).execute()
    }
    const { institution } = erasures
    const without = <Row extends readonly [string, string]>(list: readonly Row[], gone: string) =>
      list.filter(([value]) => value !== gone)
    const later = {
      ...institution,
      entry_terms: without(institution.entry_terms, '202730'),
      majors: without(institution.majors, 'GEOL'),
    }
    const held = await heldData(
      { ...erasures, institution: later, form: formOf(later) },
      {
        accountId,
        owner: accountId,
        username,
      },
    )
    const labels = Object.fromEntries(held.application.answers.map(({ key, answer }) => [key, answer]))
    expect(labels).toMatchObject({ entry_term: 'Spring 2027', applied_major: 'Geology' })
  })
})
