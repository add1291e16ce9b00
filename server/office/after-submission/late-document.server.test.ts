import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Reply } from '../../../api/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { readChanges, readExported } from '../../handing-over/exports/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { requestDocument, takeBackRequest } from './index.ts'
import { afterSubmissionForTests, DAY, PDF } from './testing/index.ts'

onOneDatabase('a document that is still being converted', (on) => {
  let setup: Awaited<ReturnType<typeof afterSubmissionForTests>>
  let converted = Promise.resolve()

  beforeAll(async () => {
    setup = await afterSubmissionForTests(on, async () => {
      await converted
      return { pdf: PDF }
    })
  })
  afterAll(() => setup.started.close())

  /** An application of which a document was asked for, which is uploaded and not converted before `release`. */
  async function converting() {
    const { deps, person, submitted } = setup
    const { maya, id } = await submitted()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    converted = promise
    const until = new Date(Date.now() + 7 * DAY)
    await requestDocument(deps, { id, title: 'Spring grades', reason: 'Please.', until, by: person })
    const { applications } = (await maya.call('GET', '/api/applications')).body
    const [request] = (applications as Reply<'ownApplications'>['applications'])[0]?.requests ?? []
    const key = request?.key ?? ''
    expect((await maya.attach(key, 'grades.pdf', PDF)).status).toBe(202)
    const settled = () =>
      vi.waitFor(async () => {
        const rows = on.database.db.selectFrom('document').select('status').where('answer_key', '=', key)
        const found = await rows.where('application_id', '=', id).execute()
        expect(found).toEqual([{ status: 'DETACHED' }])
      }, 20_000)
    const kinds = async () =>
      (await readChanges(on.database.db, { after: 0, limit: 10_000 }))
        .filter(({ application_id }) => application_id === id)
        .map(({ kind }) => kind)
    return { maya, id, key, release, settled, kinds }
  }

  test('when its application is withdrawn is told to nobody, and goes', async () => {
    const { maya, id, release, settled, kinds } = await converting()
    expect((await maya.call('POST', '/api/withdraw', { id })).status).toBe(200)
    release()
    await settled()
    expect(await kinds()).toEqual(['submitted', 'withdrawn'])
  })

  test('when staff take its request back is told to nobody, and goes', async () => {
    const { id, key, release, settled, kinds } = await converting()
    const request = Number(key.slice('request_'.length))
    expect(await takeBackRequest(setup.deps, { id, request })).toEqual({ title: 'Spring grades' })
    release()
    await settled()
    expect(await kinds()).toEqual(['submitted'])
    expect((await readExported({ ...setup.started.documents, register: baseRegister() }, id))?.documents).toHaveLength(
      1,
    )
  })
})
