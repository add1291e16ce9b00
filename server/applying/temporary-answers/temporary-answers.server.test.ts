import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '../../../api/index.ts'
import { proves } from '../../../testing/proves.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { createKeyRing, tokenHash } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import { type TemporaryAnswerDeps, temporaryAnswerRoutes } from './index.ts'
import { sweepTemporaryAnswers } from './temporary-answers.ts'

const DAY = 24 * 60 * 60 * 1000 // ms

onOneDatabase('temporary answers', (on) => {
  const made = new Date('2026-11-21T18:00:00Z')
  let now = made
  let temporary: TemporaryAnswerDeps
  let lines: string[] = []
  const open = async (limits = createLimits(on.database)) => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    return appForTests(on.settings, (app) => temporaryAnswerRoutes(app, temporary, limits), log)
  }
  let server: Awaited<ReturnType<typeof open>>

  const keep = (answer: unknown) => post({ answer })
  const post = (body: unknown) => server.call(undefined, 'POST', '/public/tmp', body)
  const get = (path: string) => server.call(undefined, 'GET', path)
  const openToken = (token: string) => get(`/public/tmp?${new URLSearchParams({ token })}`)
  const rows = () => on.database.db.selectFrom('temporary_answers').selectAll().execute()

  beforeAll(async () => {
    temporary = {
      database: on.database,
      keyRing: createKeyRing(on.settings),
      form: formOf(readInstitution(on.settings)),
      baseUrl: 'https://apply.bridger.example',
      now: () => now,
    }
    server = await open()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    now = made
    lines = []
    for (const table of ['temporary_answers', 'rate_limit'] as const) {
      await on.database.db.deleteFrom(table).execute()
    }
  })

  test('answers are stored for a link that opens them any number of times for a week', async () => {
    const answer = { first_name: 'Zoë', decision_essay: 'A 漢字 essay.', country: 'CAN', middle_name: null }
    const kept = await keep(answer)
    expect(kept).toMatchObject({ status: 201, body: { expires_at: '2026-11-28T18:00:00.000Z', ignored: [] } })
    const { token, url } = kept.body
    expect(token).toMatch(/^[\w-]{43}$/) // 256 bits
    expect(url).toBe(`https://apply.bridger.example/about?token=${token}`)
    for (const days of [0, 3, 6.99]) {
      now = new Date(made.getTime() + days * DAY)
      const opened = await openToken(token)
      expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
      expect(opened.headers.get('cache-control')).toBe('no-store')
      expect(opened, proves('7.tmp.1', '6.token.1')).toMatchObject({
        status: 200,
        body: { answer: { ...answer, middle_name: '' }, expires_at: '2026-11-28T18:00:00.000Z' },
      })
    }
  })

  test('an expired, an unknown and a mistyped link get the same sentence', async () => {
    const { body } = await keep({ first_name: 'Ada' })
    const other = await keep({ first_name: 'Ben' })
    const refused = { status: 404, body: { code: 'unknown_token', message: errors.unknown_token.message } }
    for (const token of ['', 'x', body.token.slice(1), `${body.token}x`, body.token.toLowerCase()]) {
      expect(await openToken(token)).toMatchObject(refused)
    }
    now = new Date(made.getTime() + 7 * DAY)
    expect(await openToken(body.token)).toMatchObject(refused)
    expect(await openToken(other.body.token)).toMatchObject(refused)
  })

  test('answers are removed a day after their link expired, and none while the time is in doubt', async () => {
    const real = { ...temporary, now: () => new Date() }
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    for (const [name, hours] of [
      ['Ada', 25],
      ['Ben', 23],
    ] as const) {
      const { body } = await keep({ first_name: name })
      const row = on.database.db.updateTable('temporary_answers').set({ expires_at: hoursAgo(hours) })
      await row.where('token_hash', '=', tokenHash(body.token)).execute()
    }
    await sweepTemporaryAnswers({ ...real, now: () => hoursAgo(-100) })
    expect(await rows()).toHaveLength(2)
    await sweepTemporaryAnswers(real)
    expect(await rows()).toHaveLength(1)
  })

  test('anyone with a link can end it, and other links stay', async () => {
    const [mine, other] = [await keep({ first_name: 'Ada' }), await keep({ first_name: 'Ben' })]
    const end = (token: string) => server.call(undefined, 'DELETE', '/public/tmp', { token })
    for (const token of ['x', mine.body.token, mine.body.token]) {
      expect(await end(token)).toMatchObject({
        status: 200,
        body: { message: 'The link is turned off. No one can open it anymore.' },
      })
    }
    expect(await openToken(mine.body.token)).toMatchObject({ status: 404, body: { code: 'unknown_token' } })
    expect(await rows()).toHaveLength(1)
    expect((await openToken(other.body.token)).body.answer).toEqual({ first_name: 'Ben' })
    expect(lines.join('')).not.toContain(mine.body.token)
  })

  test('secret answers and keys that the server writes are neither stored nor returned', async () => {
    const { body } = await keep({ first_name: 'Ada', ssn: '501-55-0187', stopintl_copy: 'ANSWERED', country_desc: 'X' })
    expect(body.ignored.toSorted()).toEqual(['ssn', 'stopintl_copy'])
    expect((await openToken(body.token)).body.answer).toEqual({ first_name: 'Ada' })
    const { keyRing } = temporary
    const [row] = await rows()
    if (row === undefined) throw new Error('Nothing was kept.')
    const place = `temporary:${row.token_hash}`
    expect(keyRing.open(row.answers, place)).toBe('{"first_name":"Ada"}')
    // As if, after the answers were stored, a question had become secret or had been removed.
    const sealed = keyRing.seal(JSON.stringify({ ssn: '501-55-0187', gone: 'x', first_name: 'Ada' }), place)
    await on.database.db
      .updateTable('temporary_answers')
      .set({ answers: JSON.stringify(sealed) })
      .execute()
    expect((await openToken(body.token)).body.answer).toEqual({ first_name: 'Ada' })
  })

  test('neither token nor answers are readable in the table or in the log', async () => {
    const { body } = await keep({ first_name: 'Wilhelmina' })
    const stored = JSON.stringify(await rows())
    expect(stored).not.toContain('Wilhelmina')
    expect(stored).not.toContain(body.token)
    await openToken(body.token)
    await openToken(`${body.token}x`)
    for (const url of [
      `/public/tmp?tok=${body.token}`,
      `/public/tmp?token=${body.token}&token=2`,
      `/nowhere?token=${body.token}`,
    ]) {
      expect((await get(url)).status).toBeGreaterThanOrEqual(400)
    }
    const crossSite = { 'content-type': 'application/json', referer: body.url, 'sec-fetch-site': 'cross-site' }
    await fetch(`${server.address}/public/tmp?token=${body.token}`, { method: 'POST', headers: crossSite })
    // The server logs replies after sending them; there are seven.
    await expect.poll(() => lines.filter((line) => line.includes('"reply"')).length).toBe(7)
    expect(lines.join('')).toContain('/public/tmp')
    expect(lines.join('')).not.toContain(body.token)
    expect(lines.join('')).not.toContain('Wilhelmina')
  })

  test('answers of one link cannot be decrypted under another', async () => {
    const [one, two] = [await keep({ first_name: 'Ada' }), await keep({ first_name: 'Ben' })]
    const [first] = await rows()
    await on.database.db
      .updateTable('temporary_answers')
      .set({ answers: JSON.stringify(first?.answers) })
      .execute()
    const statuses = [await openToken(one.body.token), await openToken(two.body.token)].map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 500])
  })

  describe('bad input', () => {
    test.each([
      ['no answers', {}, 400, 'malformed'],
      ['a list', { answer: ['a'] }, 400, 'malformed'],
      ['broken JSON', '{"answer":', 400, 'malformed'],
      ['nothing', '', 400, 'malformed'],
      ['a key that reaches the prototype', '{"answer":{"__proto__":{"a":"b"}}}', 400, 'malformed'],
      ['a number', { answer: { first_name: 7 } }, 400, 'malformed'],
      ['an unknown key', { answer: { frist_name: 'A' } }, 400, 'unknown_keys'],
      ['NUL', { answer: { first_name: 'A\u0000' } }, 400, 'malformed_answers'],
      ['half a surrogate pair', { answer: { first_name: 'x\ud800' } }, 400, 'malformed_answers'],
      ['10,001 characters', { answer: { first_name: 'x'.repeat(10_001) } }, 400, 'malformed_answers'],
      ['more than 256 KB', { answer: { first_name: 'x'.repeat(300_000) } }, 413, 'too_large'],
    ])('%s is refused with a sentence, and nothing is stored', async (_, body, status, code) => {
      expect(await post(body)).toMatchObject({ status, body: { code, message: expect.stringMatching(/\.$/) } })
      expect(await rows()).toEqual([])
    })
    test('a call without a token, or with one that is too long, is malformed', async () => {
      for (const url of ['/public/tmp', '/public/tmp?token=1&token=2', `/public/tmp?token=${'x'.repeat(201)}`]) {
        expect((await get(url)).body).toMatchObject({ code: 'malformed' })
      }
    })
  })

  test('both calls are limited by address, and the refusal says when to try again', async () => {
    const limits = { keep_answers: { most: 1, seconds: 240 }, kept_answers: { most: 1, seconds: 240 } }
    const few = await open(createLimits(on.database, limits))
    for (const ask of [
      () => few.call(undefined, 'POST', '/public/tmp', { answer: {} }),
      () => few.call(undefined, 'GET', '/public/tmp?token=x'),
    ]) {
      expect((await ask()).status).not.toBe(429)
      const refused = await ask()
      expect(refused).toMatchObject({
        status: 429,
        body: { message: 'Too many attempts. Please try again in 4 minutes.' },
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
    }
    await few.close()
  })

  test('the amount one network can store is limited, and the refusal says when to try again', async () => {
    const made = async (network: string, bytes: number) =>
      on.database.db
        .insertInto('temporary_answers')
        .values({ token_hash: `${network} ${Math.random()}`, answers: '{}', expires_at: inDays(2), network, bytes })
        .execute()
    const inDays = (days: number) => new Date(now.getTime() + days * DAY)
    await keep({ first_name: 'Zoë' })
    const [own] = await rows()
    expect(own?.network).toMatch(/^[\w-]{43}$/)
    expect(own?.bytes).toBeGreaterThan(50)
    await made(own?.network ?? '', 20 * 1024 ** 2 - (own?.bytes ?? 0))
    const refused = await keep({ first_name: 'Zoë' })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(Number(refused.headers.get('retry-after'))).toBe(2 * 24 * 60 * 60)
    // Expired answers take no space, and another network has its own limit.
    now = inDays(3)
    expect((await keep({ first_name: 'Zoë' })).status).toBe(201)
    await on.database.db.deleteFrom('temporary_answers').execute()
    for (let each = 0; each < 50; each += 1) await made(`network ${each}`, 20 * 1024 ** 2)
    expect((await keep({ first_name: 'Zoë' })).status).toBe(201)
    await made('one more', 24 * 1024 ** 2)
    expect((await keep({ first_name: 'Zoë' })).status).toBe(429)
  })
})
