import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { applicationOf } from '../../../applying/applications/index.ts'
import { documentsForTests } from '../../../documents/documents/testing/index.ts'
import { completeAnswers, type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { erasuresForTests } from '../../erasure/testing/index.ts'
import { type AfterSubmissionDeps, afterSubmissionRoutes, reopenApplication } from '../index.ts'

export const PDF = Buffer.from('%PDF-1.4 a document')
export const DAY = 86_400_000 // ms

/** A server with the calls of a submitted application, a member of staff, and a mock of what enqueues its mails. */
export async function afterSubmissionForTests(
  on: DatabaseForTests,
  convert: Parameters<typeof documentsForTests>[1] = async () => ({ pdf: PDF }),
) {
  const { db } = on.database
  const mail = vi.fn<AfterSubmissionDeps['mail']['enqueue']>(async () => {})
  const depsOf = (documents: Parameters<typeof erasuresForTests>[0]): AfterSubmissionDeps => ({
    ...erasuresForTests(documents),
    mail: { enqueue: mail },
    log: silentLog,
  })
  const started = await documentsForTests(on, convert, {}, (app, documents) =>
    afterSubmissionRoutes(app, { ...depsOf(documents), settings: on.settings }),
  )
  const deps = depsOf(started.documents)
  const staff = { issuer: 'test', subject: randomUUID(), name: 'June Hale', role: 'processor' }
  const { id: person } = await db.insertInto('staff_person').values(staff).returning('id').executeTakeFirstOrThrow()

  /** An applicant with a document who has submitted, and the ways to act on the application. */
  async function submitted() {
    const maya = started.applicant()
    const save = (answers: Record<string, string>) => maya.call('PUT', '/api/answer', answers)
    const attach = async (key: string, name = 'one.pdf') => {
      const { status } = await maya.attach(key, name, PDF)
      if (status !== 202) throw new Error(`The document was answered ${status}.`)
      await maya.settled(key)
    }
    const user = { id: maya.account, name: '', email: `${maya.account}@mail.example`, emailVerified: true, image: null }
    await db
      .insertInto('user')
      .values({ ...user, updatedAt: new Date() })
      .execute()
    await db
      .insertInto('session')
      .values({
        id: `session of ${maya.account}`,
        token: randomUUID(),
        userId: maya.account,
        expiresAt: new Date(Date.now() + DAY),
        updatedAt: new Date(),
        ipAddress: null,
        userAgent: null,
      })
      .execute()
    await save({ ...completeAnswers })
    await attach('college_transcript')
    const { status } = await maya.call('POST', '/api/submit')
    if (status !== 200) throw new Error(`The submission was answered ${status}.`)
    const { id } = await applicationOf(deps, db, maya.account)
    const reopen = (until = new Date(Date.now() + 7 * DAY)) =>
      reopenApplication(deps, { id, reason: 'Please mend your address.', until, by: person })
    mail.mockClear()
    return { maya, id, save, attach, reopen }
  }
  return { started, deps, mail, person, submitted }
}
