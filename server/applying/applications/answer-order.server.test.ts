import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { storedContents } from './testing/stored-contents.ts'

databasesForTests('the order of writing', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let applications: ApplicationDeps
  let account = ''
  let clock = Date.parse('2026-11-21T05:30:00Z')
  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    applications = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      recent: frozenRecentAnswers(),
      now: () => new Date(clock),
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
  })

  const put = (path: string, body: object, order?: string) =>
    server.call(account, 'PUT', path, body, order === undefined ? {} : { 'answer-order': order })
  const save = async (body: Record<string, string>, device: string, number: number, over: number) =>
    (await put('/api/answer', body, `${device} ${Object.keys(body).map((key) => `${key}:${number}:${over}`)}`)).body
  const profile = async () => (await server.call(account, 'GET', '/api/profile')).body
  const history = async () => (await storedContents(applications, account)).history.map(({ changed }) => changed)
  const [phone, laptop] = ['phone001', 'laptop01']

  test('a late or repeated request does not undo a newer one of its device', async () => {
    await save({ first_name: 'New value' }, phone, 7, 0)
    expect(await save({ first_name: 'Old value' }, phone, 6, 0)).toMatchObject({
      superseded: { first_name: 'New value' },
      conflicts: empty,
      revision: 1,
    })
    await save({ first_name: 'Newest' }, phone, 8, 0)
    await save({ first_name: 'New value' }, phone, 7, 0)
    expect((await profile()).answer.first_name).toBe('Newest')
  })
  test('a late request does not undo a change back to the earlier answer', async () => {
    await save({ first_name: 'Ada' }, phone, 1, 0)
    await save({ first_name: 'Ada' }, phone, 3, 1) // "Adaa" was number 2 and has not arrived yet
    await save({ first_name: 'Adaa' }, phone, 2, 1)
    expect((await profile()).answer.first_name).toBe('Ada')
  })
  test('an answer that another device has changed is not overwritten but reported', async () => {
    await save({ first_name: 'Typed before', last_name: 'King' }, phone, 1, 0)
    await save({ first_name: 'Newer from the laptop' }, laptop, 1, 1)
    const late = await save({ first_name: 'Typed, then closed', last_name: 'Lovelace' }, phone, 2, 1)
    expect(late).toMatchObject({ conflicts: { first_name: 'Newer from the laptop' }, superseded: empty, revision: 3 })
    expect((await profile()).answer).toMatchObject({ first_name: 'Newer from the laptop', last_name: 'Lovelace' })
    await save({ first_name: 'Chosen' }, phone, 3, late.revision)
    expect((await profile()).answer.first_name).toBe('Chosen')
  })
  test('an answer cleared on another device or by a condition stays cleared', async () => {
    await save({ prev_name: 'Maiden', us_citizen: 'N', citizenship: 'NOR' }, phone, 1, 0)
    await save({ prev_name: '', us_citizen: 'Y' }, laptop, 1, 1)
    await save({ us_citizen: 'N' }, laptop, 2, 2)
    const late = await save({ prev_name: 'Maiden name', citizenship: 'SWE' }, phone, 2, 1)
    expect(late.conflicts).toEqual({ prev_name: '', citizenship: '' })
    expect((await profile()).answer).toMatchObject({ prev_name: '', citizenship: '' })
  })
  test('the parts of one address are merged together', async () => {
    await save({ country: 'USA', city: 'Butte', zip: '59701' }, phone, 1, 0)
    await save({ city: 'Bozeman', zip: '59715' }, laptop, 1, 1)
    const { conflicts } = await save({ address_line_1: '1 Main St' }, phone, 2, 1)
    expect(conflicts).toEqual({ address_line_1: '', city: 'Bozeman', zip: '59715' })
  })

  describe('answers that exclude each other', () => {
    test('are never stored together, in any order of writing', async () => {
      await put('/api/answer', { crime_no: 'true' })
      expect((await put('/api/answer', { crime_arson: 'true' })).body.cleared).toEqual(['crime_no'])
      await put('/api/answer', { crime_no: 'true' })
      expect((await profile()).answer).toMatchObject({ crime_no: 'true', crime_arson: '' })
      await put('/api/answer', { crime_no: 'true', crime_dui: 'true' })
      expect((await profile()).answer).toMatchObject({ crime_no: '', crime_dui: 'true' })
    })
    test('are a conflict between devices', async () => {
      await save({ crime_arson: 'true' }, laptop, 1, 0)
      expect((await save({ crime_no: 'true' }, phone, 1, 0)).conflicts).toEqual({ crime_no: '', crime_arson: 'true' })
      expect((await profile()).answer).toMatchObject({ crime_arson: 'true' })
    })
  })

  describe.each(['crime_no', 'mailing_addr_same_as_perm_addr'])('the question that opens %s', (gate) => {
    const yes = async (device: string, number: number, over: number) =>
      (await put('/api/add-another', { button_id: gate, num_components: 1 }, `${device} ${gate}:${number}:${over}`))
        .body
    test('is a conflict if one device says "no" and another, which has not heard of it, "yes"', async () => {
      await save({ [gate]: 'true' }, laptop, 1, 0)
      await yes(phone, 1, 0)
      expect((await save({ [gate]: '' }, phone, 2, 0)).conflicts).toEqual({ [gate]: 'true' })
      expect((await profile()).answer[gate]).toBe('true')
    })
    test('is a conflict if one device says "yes" and another, which has not heard of it, "no"', async () => {
      const { revision } = await yes(phone, 1, 0)
      await save({ [gate]: '' }, phone, 2, 0)
      expect((await save({ [gate]: 'true' }, laptop, 1, 0)).conflicts).toEqual({ [gate]: '' })
      expect((await profile()).answer[gate] ?? '').toBe('')
      await save({ [gate]: 'true' }, laptop, 2, revision)
      expect((await profile()).answer[gate]).toBe('true')
    })
    test('keeps a "yes" that was pressed after a "no" of the same device which arrives late', async () => {
      await yes(phone, 2, 0)
      expect((await save({ [gate]: 'true' }, phone, 1, 0)).superseded).toEqual({ [gate]: '' })
      expect((await profile()).answer[gate] ?? '').toBe('')
    })
  })
  test('two devices that both say "yes" list what is behind it without a conflict', async () => {
    const yes = (order: string) => put('/api/add-another', { button_id: 'crime_no', num_components: 1 }, order)
    const { body } = await yes(`${phone} crime_no:1:0`)
    await yes(`${laptop} crime_no:1:0`)
    await save({ crime_no: '' }, laptop, 2, 0)
    expect((await save({ crime_arson: 'true' }, phone, 2, body.revision)).conflicts).toEqual({})
    expect((await save({ crime_dui: 'true' }, laptop, 3, 0)).conflicts).toEqual({ crime_dui: '', crime_arson: 'true' })
  })

  describe('the history', () => {
    test('records each key of a device at most once a minute, and every answer that was replaced', async () => {
      for (let number = 1; number <= 60; number++) {
        await save({ decision_essay: `draft ${number}`, first_name: 'Ada' }, phone, number, 0)
        clock += 10_000
      }
      const essays = (await history()).flatMap(({ decision_essay }) => decision_essay ?? [])
      expect(essays).toEqual(Array.from({ length: 10 }, (_, index) => `draft ${index * 6 + 1}`))
      clock += 60_000
      await save({ decision_essay: 'A new one' }, phone, 61, 0)
      clock += 10_000
      await save({ decision_essay: 'of the laptop' }, laptop, 1, 99)
      const recorded = (await history()).flatMap(({ decision_essay }) => decision_essay ?? []).slice(10)
      expect(recorded).toEqual(['draft 60', 'A new one', 'of the laptop'])
    })
    test('goes on recording when the clock is set back, or another server has another clock', async () => {
      await save({ decision_essay: 'by a clock that is ahead' }, phone, 1, 0)
      clock -= 3_600_000
      for (let number = 2; number <= 13; number++) {
        await save({ decision_essay: `draft ${number}` }, phone, number, 0)
        clock += 10_000
      }
      const essays = (await history()).flatMap(({ decision_essay }) => decision_essay ?? [])
      expect(essays).toEqual(['by a clock that is ahead', 'draft 2', 'draft 8'])
    })
  })

  describe('a block', () => {
    const colleges = (body: object, order: string) => put('/api/add-another', { button_id: 'colleges', ...body }, order)
    beforeEach(() =>
      put('/api/answer', { college_name: 'One', college_2_name: 'Two', college_3_name: 'Three', last_name: 'King' }),
    )
    test('that another device has changed loses no other entry', async () => {
      await colleges({ num_components: 2, removed: 2 }, `${laptop} colleges:1:1`)
      const late = await colleges({ num_components: 1, removed: 2 }, `${phone} colleges:1:1`)
      expect(late).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
      expect((await profile()).answer).toMatchObject({ college_name: 'One', college_2_name: 'Three' })
    })
    test('is not changed by a late request', async () => {
      await colleges({ num_components: 2, removed: 2 }, `${phone} colleges:2:1`)
      await colleges({ num_components: 4 }, `${phone} colleges:1:1`)
      expect((await profile()).add_another).toEqual({ colleges: 2 })
    })
    test('reports a conflict for an answer typed into an entry that has moved', async () => {
      await colleges({ num_components: 2, removed: 2 }, `${laptop} colleges:1:1`)
      expect((await save({ college_2_name: 'Two!' }, phone, 1, 1)).conflicts).toEqual({ college_2_name: 'Three' })
    })
    test('of tabs does not clear answers that another device has just written', async () => {
      const tab = (chosen_tab: string, order: string) =>
        put('/api/tabs', { tab_id: 'proof-of-residency', chosen_tab }, order)
      await put('/api/answer', { instate_tuition: 'Y' })
      const { revision } = await profile()
      await tab('other', `${laptop} proof-of-residency:1:${revision}`)
      expect(await tab('state-id', `${phone} proof-of-residency:1:${revision}`)).toMatchObject({
        status: 409,
        body: { code: 'changed_elsewhere' },
      })
      await tab('state-id', `${laptop} proof-of-residency:3:${revision}`)
      await tab('other', `${laptop} proof-of-residency:2:${revision}`)
      expect((await profile()).tabs).toEqual({ 'proof-of-residency': 'state-id' })
    })
  })

  test.each(['phone001', 'phone001 first_name:1', 'UP first_name:1:1', `phone001 ${'a:1:1,'.repeat(900)}a:1:1`])(
    'an order that cannot be read is refused: %.40s',
    async (order) => {
      expect(await put('/api/answer', { first_name: 'Ada' }, order)).toMatchObject({ status: 400 })
      expect((await profile()).answer).toEqual({})
    },
  )
})
