import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers, onOneDatabase } from '../../testing/index.ts'
import { readSubmission, submissionRoutes } from '../submissions/index.ts'
import { applicationRoutes } from './application-routes.ts'
import { applicationOf } from './application-row.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'

onOneDatabase('Social Security numbers', (on) => {
  let deps: Parameters<typeof submissionRoutes>[1]
  let server: Awaited<ReturnType<typeof appForTests>>
  let account = ''
  let application = ''
  let replies: string[] = []
  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    deps = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      recent: frozenRecentAnswers(),
      now: () => new Date('2026-11-21T18:00:00Z'),
      onAccepted: async (_, { applicationId }) => {
        application = applicationId
      },
    }
    server = await appForTests(on.settings, (app) => {
      applicationRoutes(app, deps)
      submissionRoutes(app, deps)
    })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
    replies = []
  })

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await server.call(account, method, path, body, headers)
    replies.push(JSON.stringify(reply.body))
    return reply.body
  }
  const save = (ssn: string, device?: string, number = 0, over = 0) =>
    call(
      'PUT',
      '/api/answer',
      { ssn },
      device === undefined ? {} : { 'answer-order': `${device} ssn:${number}:${over}` },
    )
  const shown = async () => (await call('GET', '/api/profile')).answer.ssn
  const stored = async () => (await applicationOf(deps, on.database.db, account)).application.answer.ssn ?? ''
  const numbers = ['501-55-0187', '502-66-0187', '123-45-6789', '501-55', '1', '']
  const masks = ['***-**-0187', '***-**-6789', '***-**-****', '***-55-0187', ' ***-**-018 ']
  // Ids are random, and may begin with the same digits.
  const expectMasked = () =>
    expect(
      replies.filter((reply) => /"(501|502|123|1")/.test(reply.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-\w{12}/g, 'id'))),
    ).toEqual([])

  test('one comes back masked, and a masked one that is sent back changes nothing', async () => {
    await save('501-55-0187')
    expect(await shown()).toBe('***-**-0187')
    for (const mask of masks) {
      expect(await save(mask)).toMatchObject({ ignored: ['ssn'], conflicts: empty })
      await call('PUT', '/api/answer', { first_name: 'Ada', ssn: mask })
    }
    expect([await stored(), (await call('GET', '/api/profile')).answer.first_name]).toEqual(['501-55-0187', 'Ada'])
    await save('')
    expect([await stored(), await shown()]).toEqual(['', ''])
    await save('***-**-0187')
    expect(await stored()).toBe('')
    await save('501-55')
    expect(await shown()).toBe('***-**-****')
    expectMasked()
  })

  test('a conflict of devices and an outdated write are told with masked ones', async () => {
    await save('501-55-0187', 'phone001', 1)
    await save('502-66-0187', 'laptop01', 1, 1)
    expect((await save('123-45-6789', 'phone001', 2, 1)).conflicts).toEqual({ ssn: '***-**-0187' })
    // What is stored decides, not the last digits, which are the same.
    expect((await save('501-55-0187', 'phone001', 3, 1)).conflicts).toEqual({ ssn: '***-**-0187' })
    expect((await save('502-66-0187', 'phone001', 4, 1)).conflicts).toEqual({})
    expect((await save('123-45-6789', 'phone001', 2, 1)).superseded).toEqual({ ssn: '***-**-0187' })
    expect((await save('***-**-6789', 'phone001', 9, 1)).conflicts).toEqual({})
    expect(await stored()).toBe('502-66-0187')
    expectMasked()
  })

  test('whatever is written in whatever order, no reply has one, and no masked one is stored', async () => {
    let seed = 68
    const below = (count: number) => {
      seed = (seed * 16807) % 2147483647
      return seed % count
    }
    for (let step = 1; step <= 150; step += 1) {
      const isMask = below(2) === 0
      const list = isMask ? masks : numbers
      const before = await stored()
      const device = [undefined, 'phone001', 'laptop01'][below(3)]
      await save(list[below(list.length)] ?? '', device, Math.max(1, step - below(4)), below(step))
      const after = await stored()
      expect(numbers).toContain(after)
      if (isMask) expect(after).toBe(before)
      if (step % 10 === 0) await shown()
    }
    expectMasked()
  })

  test('the stored one is judged and signed', async () => {
    await call('PUT', '/api/answer', { ...completeAnswers, ssn: '501-55' })
    await save('***-**-0187')
    expect((await call('POST', '/api/submit')).problems).toMatchObject([{ key: 'ssn' }])
    await save('501-55-0187')
    await save('***-**-0187')
    await call('POST', '/api/submit')
    const signed = await readSubmission(on.database.db, deps.keyRing, application)
    expect(signed?.snapshot.application.answer.ssn).toBe('501-55-0187')
    expect(await shown()).toBe('***-**-0187')
    await save('123-45-6789')
    expectMasked()
  })
})
