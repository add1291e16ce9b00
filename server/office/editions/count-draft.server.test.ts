import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, PAGE_EDITION } from '../../../api/index.ts'
import { applicationRoutes } from '../../applying/applications/index.ts'
import { submissionRoutes } from '../../applying/submissions/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { type Editions, editionTag, follow, openEditions, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers, databasesForTests, silentLog } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import {
  type CountDeps,
  checkAndCount,
  checkDraft,
  confirmEdition,
  defineCountJob,
  publishDraft,
  readForm,
  saveDraft,
} from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

const [FALL, SPRING] = ['202770', '202830']

/** The office asks for a chosen name, for a county, and no longer for a GPA. */
const changes: Changes = {
  '/structure/required/chosen_name': 'yes',
  '/structure/own/own_county/kind': 'text',
  '/structure/own/own_county/in': 'section:name',
  '/structure/own/own_county/label': 'County',
  '/structure/own/own_county/required': 'yes',
  '/structure/stopped/college_gpa': 'yes',
  '/structure/stopped/college_gpa_scale': 'yes',
}

databasesForTests('whom a draft concerns', (on) => {
  let editions: Editions
  let deps: CountDeps
  let app: Awaited<ReturnType<typeof appForTests>>
  let [ann, ben]: Editor[] = []
  const jobs = { enqueued: 0 }
  beforeAll(async () => {
    ;[ann, ben] = await twoEditors(on.database.db)
    editions = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
    const queue = createJobs(on.database, silentLog)
    const now = () => new Date('2026-11-21T18:00:00Z')
    const parts = { database: on.database, editions, keyRing: createKeyRing(on.settings), now }
    defineCountJob(queue, parts)
    await queue.start()
    deps = {
      ...parts,
      jobs: {
        enqueue: (...given) => {
          jobs.enqueued += 1
          return queue.enqueue(...given)
        },
      },
    }
    const applying = follow(editions, { ...parts, onAccepted: async () => {} })
    app = await appForTests(on.settings, (inner) => {
      inner.addHook('onRequest', ({ headers }, _, done) => editions.pin(done, headers[PAGE_EDITION]))
      applicationRoutes(inner, applying)
      submissionRoutes(inner, applying)
    })
    return () => queue.stop()
  })
  afterAll(async () => {
    await app.close()
    await editions.close()
  })

  const call = (account: string, method: string, path: string, body: unknown) =>
    app.call(account, method, path, body, { [PAGE_EDITION]: editionTag(editions.active()) })
  const begun = async (answer: Readonly<Record<string, string>>) => {
    const account = randomUUID()
    expect((await call(account, 'PUT', '/api/answer', answer)).status).toBe(200)
    return account
  }
  const drafted = async (given: Changes) => {
    const { draft } = await readForm(deps)
    const saved = await saveDraft(deps, ann ?? { id: 0, name: '' }, { revision: draft.revision, changes: given })
    if ('refused' in saved) throw new Error(saved.message)
  }
  /** The check once everybody is counted, and what it said before. */
  const counted = async (atOnce: number) => {
    const first = await checkAndCount(deps, atOnce)
    let last = first
    for (let tries = 0; last.begun?.counted_at === null && tries < 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      last = await checkAndCount(deps, atOnce)
    }
    return { first, last }
  }
  const complete: string[] = []

  test('is counted by term and question as each of them is then refused', async () => {
    const of = (term: string, more = {}) => ({ ...completeAnswers, entry_term: term, ...more })
    for (const answer of [
      of(FALL),
      of(FALL, { college_gpa: '3.1', college_gpa_scale: '4' }),
      of(FALL, { chosen_name: 'Bo' }),
      of(SPRING),
      of(SPRING, { chosen_name: 'Al' }),
      of(SPRING, { chosen_name: 'Em' }),
    ])
      complete.push(await begun(answer))
    // Who has something left already is not told to have something left; their answers are counted.
    await begun({ ...of(FALL, { college_gpa: '2.9' }), last_name: '' })
    await begun({ first_name: 'Eve' })
    await drafted(changes)
    const { last } = await counted(100)
    expect(jobs.enqueued).toBe(0)
    expect(last.findings.filter(({ grade }) => grade === 'stopped')).toEqual([])
    expect(last.begun).toEqual({
      ...{ done: 8, total: 8, unread: 0, counted_at: deps.now().toISOString() },
      terms: [
        {
          ...{ term: 'Fall 2027', finished: 3, people: 3 },
          questions: [
            { label: 'Chosen name', under: expect.any(String), people: 2 },
            { label: 'County', under: expect.any(String), people: 3 },
          ],
        },
        {
          ...{ term: 'Spring 2028', finished: 3, people: 3 },
          questions: [
            { label: 'Chosen name', under: expect.any(String), people: 1 },
            { label: 'County', under: expect.any(String), people: 3 },
          ],
        },
      ],
    })
    const says = last.findings.map((each) => each.says).join('\n')
    expect(says).toContain('“GPA” is not asked any more. 2 of those who have not submitted have answered it.')
    expect(says).toContain('“County” is required from then on, also of who has begun. 8 of those')
  })

  test('a job counts the same where there are more than somebody waits for, and tells how far it is', async () => {
    const { last: atOnce } = await counted(100)
    await on.database.db.deleteFrom('edition_count').execute()
    const { first, last } = await counted(7)
    expect(jobs.enqueued).toBeGreaterThan(0)
    expect(first.begun).toMatchObject({ done: 0, total: 8, counted_at: null, terms: [] })
    expect(first.findings.map(({ says }) => says).join('\n')).toContain('have answered it is not counted yet')
    expect(last).toEqual(atOnce)
    // It is there for whoever checks the same draft within the hour.
    const before = jobs.enqueued
    expect(await checkAndCount(deps, 7)).toEqual(atOnce)
    expect(jobs.enqueued).toBe(before)
  })

  test('what is stored has sums, and no answer', async () => {
    const [row] = await on.database.db.selectFrom('edition_count').selectAll().execute()
    expect(JSON.stringify(row)).not.toMatch(/Bo|Eve|King|501-55|3\\.1/)
  })

  test('words alone concern nobody who has begun', async () => {
    const saved = await readForm(deps)
    await drafted(Object.fromEntries(saved.draft.changes.map(({ place }) => [place, null])))
    await drafted({ '/phone': '(406) 555-0101' })
    expect((await checkAndCount(deps)).begun).toBeNull()
    await drafted({ '/phone': editions.active().institution.phone, ...changes })
  })

  test('sensitive questions, and what is asked because of them, are not told', async () => {
    const guarded: Changes = {
      '/structure/own/own_why/kind': 'text',
      '/structure/own/own_why/in': 'section:name',
      '/structure/own/own_why/label': 'What happened',
      '/structure/own/own_why/required': 'yes',
      '/structure/own/own_why/care': 'sensitive',
      '/structure/own/own_county/kind': null,
      '/structure/own/own_county/in': null,
      '/structure/own/own_county/label': null,
      '/structure/own/own_county/required': null,
      '/structure/required/chosen_name': null,
    }
    await drafted(guarded)
    const { begun: told, findings } = await checkAndCount(deps)
    expect(findings.filter(({ grade }) => grade === 'stopped')).toEqual([])
    expect(told?.terms.map(({ finished, people, questions }) => [finished, people, questions])).toEqual([
      [3, 0, []],
      [3, 0, []],
    ])
    expect(findings.map(({ says }) => says).join('\n')).toMatch(/“What happened”.* is not counted, because/)
    await drafted({ ...Object.fromEntries(Object.keys(guarded).map((place) => [place, null])), ...changes })
  })

  test('a report of an older draft publishes nothing; that of this one is kept with the edition', async () => {
    const { last: old } = await counted(7)
    await drafted({ '/structure/stopped/middle_name': 'yes' })
    const given = { title: 'A county', reason: 'The state asks for it.', takes_effect: null }
    const editor = ann ?? { id: 0, name: '' }
    expect(await publishDraft(deps, editor, { of: old.of, ...given })).toMatchObject({ refused: 'draft_unchecked' })
    // Nor does a job that was asked for the older one store anything for the newer.
    const { last } = await counted(7)
    expect(last.of).not.toBe(old.of)
    expect(last.findings.filter(({ grade }) => grade === 'stopped')).toEqual([])
    const published = await publishDraft(deps, editor, { of: last.of, ...given })
    if ('refused' in published) throw new Error(published.message)
    await confirmEdition(deps, ben ?? editor, published.number, async () => false)
    const { editions: listed } = await readForm(deps)
    expect(listed[0]?.findings.map(({ says }) => says).join('\n')).toContain(
      '2 of those who have not submitted have answered',
    )
    expect((await checkDraft(deps, on.database.db)).differences).toEqual([])
  })

  test('who had nothing left is then told what the report said', async () => {
    const refused: Record<string, string[]> = {}
    for (const account of complete) {
      const { status, body } = await call(account, 'POST', '/api/submit', {})
      expect({ status, error: body.error }).toMatchObject({ status: 422 })
      const { body: profile } = await call(account, 'GET', '/api/profile', undefined)
      const term = profile.answer.entry_term
      refused[term] = [...(refused[term] ?? []), ...body.problems.map(({ key }: { key: string }) => key)]
    }
    const counts = Object.entries(refused).map(([term, keys]) => [
      term,
      ...['chosen_name', 'own_county'].map((key) => keys.filter((each) => each === key).length),
      keys.length,
    ])
    expect(counts).toEqual([
      [FALL, 2, 3, 5],
      [SPRING, 1, 3, 4],
    ])
  })
})
