import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changedForm } from '../../../form/testing/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers, databasesForTests } from '../../testing/index.ts'
import { readSubmission, submissionRoutes } from '../submissions/index.ts'
import { applicationRoutes } from './application-routes.ts'
import { applicationOf } from './application-row.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { startUnsealed, storedContents } from './testing/stored-contents.ts'

databasesForTests('answers to what the form does not ask any more', (on) => {
  type Deps = Parameters<typeof submissionRoutes>[1]
  type Server = Awaited<ReturnType<typeof appForTests>>
  /** A server before the change, and one after it, on one database. */
  const deps: { before?: Deps; after?: Deps } = {}
  const servers: { before?: Server; after?: Server } = {}
  let account = ''
  let application = ''

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const form = formOf(institution)
    const credits = form.keys.filter((key) => /^college_(\d_)?credits$/.test(key))
    const drop = [...credits, 'chosen_name', 'one_name', 'ssn', 'birth_city', 'stopintl_copy', 'race_white']
    for (const when of ['before', 'after'] as const) {
      const each: Deps = {
        ...{ database: on.database, keyRing: createKeyRing(on.settings), institution },
        form: when === 'before' ? form : changedForm(form, { drop }).form,
        recent: frozenRecentAnswers(),
        now: () => new Date('2026-11-21T18:00:00Z'),
        onAccepted: async (_, { applicationId }) => {
          application = applicationId
        },
      }
      deps[when] = each
      servers[when] = await appForTests(on.settings, (app) => {
        applicationRoutes(app, each)
        submissionRoutes(app, each)
      })
    }
  })
  afterAll(async () => {
    await servers.before?.close()
    await servers.after?.close()
  })
  beforeEach(() => {
    account = randomUUID()
  })

  const call = (when: 'before' | 'after', method: string, path: string, body?: unknown, order?: string) => {
    const headers = order === undefined ? {} : { 'answer-order': order }
    const server = servers[when]
    if (!server) throw new Error('The servers have not been started.')
    return server.call(account, method, path, body, headers)
  }
  const save = (when: 'before' | 'after', body: object, order?: string) => call(when, 'PUT', '/api/answer', body, order)
  const answers = async (when: 'before' | 'after') => (await call(when, 'GET', '/api/profile')).body.answer
  const storedWith = async (when: 'before' | 'after') => {
    const found = deps[when]
    if (!found) throw new Error('The servers have not been started.')
    return applicationOf(found, on.database.db, account)
  }
  const gone = { chosen_name: 'Ada Byron', ssn: '501-55-0187', birth_city: 'Oslo', race_white: 'true' }

  test('are kept and named when a page that still asks them sends them, and hold nothing up', async () => {
    await save('before', { us_citizen: 'N' })
    const { status, body } = await save('after', { ...gone, city: 'Bozeman' })
    expect([status, body.kept, body.ignored, body.cleared]).toEqual([200, Object.keys(gone), [], []])
    expect(await answers('after')).toMatchObject({ city: 'Bozeman', us_citizen: 'N' })
    expect(await answers('before')).toMatchObject({ ...gone, ssn: '***-**-0187', city: 'Bozeman' })
    const { history } = await storedContents(await depsAfter(), account)
    expect(history.at(-1)?.changed).toMatchObject(gone)
  })
  const depsAfter = async () => deps.after ?? expect.fail('The servers have not been started.')

  test('are neither shown nor read, and come back when the form asks them again', async () => {
    await save('before', { ...gone, us_citizen: 'N', one_name: 'true', first_name: 'Cher', last_name: 'Cher' })
    const shown = await answers('after')
    expect(Object.keys(shown).filter((key) => key in gone || key === 'one_name')).toEqual([])
    expect(JSON.stringify(shown)).not.toMatch(/Byron|0187/)
    const { application, parked } = await storedWith('after')
    expect(parked).toMatchObject(gone)
    expect(application.answer.one_name).toBe(undefined)
    await save('after', { us_citizen: 'Y' })
    expect((await storedWith('after')).parked).toMatchObject(gone)
    expect(await answers('before')).toMatchObject({ chosen_name: 'Ada Byron' })
  })

  test('go with their entry when it is removed, and move up with the later ones', async () => {
    const college = (number: string, own: string) => ({
      [`college_${number}name`]: own,
      [`college_${number}credits`]: own,
    })
    await save('before', { ...college('', '11'), ...college('2_', '22'), ...college('3_', '33') })
    await call('before', 'PUT', '/api/add-another', { button_id: 'colleges', num_components: 3 })
    const removal = { button_id: 'colleges', num_components: 2, removed: 1 }
    const { status, body } = await call('after', 'PUT', '/api/add-another', removal)
    expect([status, Object.keys(body.answer).toSorted()]).toEqual([
      200,
      ['college_2_name', 'college_3_name', 'college_name'],
    ])
    const left = await answers('before')
    expect(left).toMatchObject({ ...college('', '22'), ...college('2_', '33') })
    expect([left.college_3_name ?? '', left.college_3_credits ?? '']).toEqual(['', ''])
  })

  test('follow the order in which they were written, on one device and on two', async () => {
    await save('after', { chosen_name: 'Second' }, 'phone001 chosen_name:2:0')
    expect((await save('after', { chosen_name: 'First' }, 'phone001 chosen_name:1:0')).status).toBe(200)
    expect((await storedWith('after')).parked.chosen_name).toBe('Second')
    const { body } = await save('after', { chosen_name: 'Laptop', city: 'Butte' }, 'laptop01 chosen_name:1:0,city:1:0')
    expect([body.conflicts, body.kept]).toEqual([{}, ['chosen_name']])
    expect((await storedWith('after')).parked.chosen_name).toBe('Laptop')
    await save('after', { chosen_name: '' }, 'laptop01 chosen_name:2:9')
    expect((await storedWith('after')).parked.chosen_name).toBe('')
  })

  test('are not signed, and a signature leaves them', async () => {
    const { ssn: _, ...complete } = completeAnswers
    await save('before', { chosen_name: 'Ada Byron', race_white: 'true' })
    await save('after', { ...complete })
    expect((await call('after', 'POST', '/api/submit')).status).toBe(200)
    const signed = await readSubmission(on.database.db, (await depsAfter()).keyRing, application)
    expect(JSON.stringify(signed?.snapshot)).not.toMatch(/chosen_name|Byron|race_white/)
    expect((await storedWith('after')).parked).toMatchObject({ chosen_name: 'Ada Byron', race_white: 'true' })
  })

  test('are found in no search: the index has nothing of them', async () => {
    await save('after', { ...gone, first_name: 'Ada', last_name: 'King' })
    const row = await on.database.db
      .selectFrom('application_index')
      .selectAll()
      .where('application_id', '=', (await storedWith('after')).id)
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toMatch(/byron/i)
    expect(row).toMatchObject({ name: 'King, Ada', ssn_hash: null })
  })

  test('are taken as they came, but for what only the server writes and masked numbers', async () => {
    await save('before', { ssn: '501-55-0187' })
    const { body } = await save('after', { ssn: '***-**-0187', stopintl_copy: 'ANSWERED', birth_city_desc: 'Oslo' })
    expect([body.kept, body.ignored.toSorted()]).toEqual([undefined, ['birth_city_desc', 'ssn', 'stopintl_copy']])
    expect((await storedWith('after')).parked).toEqual({ ssn: '501-55-0187' })
    expect(await save('after', { chosen_name: 'a\u0000b' })).toMatchObject({
      ...{ status: 400, body: { code: 'malformed_answers', keys: ['chosen_name'] } },
    })
  })

  test('are encrypted in an application that an earlier release stores in the clear', async () => {
    await startUnsealed(await depsAfter(), account)
    await save('after', gone)
    const { answers } = await on.database.db
      .selectFrom('application')
      .select('answers')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(answers)).toContain('Byron')
    expect(JSON.stringify(answers)).not.toContain('501-55')
    expect((await storedWith('after')).parked).toMatchObject(gone)
  })

  test('a key that no version asked is refused as before, and reports may name what is not asked', async () => {
    expect(await save('after', { frist_name: 'Ada', chosen_name: 'Ada' })).toMatchObject({
      ...{ status: 400, body: { code: 'unknown_keys', keys: ['frist_name'] } },
    })
    const report = (problems: object) => call('after', 'POST', '/api/validations', problems)
    expect((await report({ chosen_name: ['Chosen name'], city: ['City'] })).status).toBe(200)
    expect(await report({ frist_name: ['First Name'] })).toMatchObject({ status: 400, body: { keys: ['frist_name'] } })
  })
})
