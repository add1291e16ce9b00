import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Changes } from '../../../api/index.ts'
import { type ApplicationDeps, applicationRoutes } from '../../applying/applications/index.ts'
import { submitted } from '../../handing-over/exports/testing/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests, silentLog } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import { type CountDeps, checkAndCount, saveDraft } from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

databasesForTests('options that the office no longer offers', (on) => {
  let editions: Editions
  let applications: ApplicationDeps
  let app: Awaited<ReturnType<typeof appForTests>>
  let ann: Editor
  beforeAll(async () => {
    ;[ann] = await twoEditors(on.database.db)
    editions = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
    const { form, institution } = editions.active()
    const keyRing = createKeyRing(on.settings)
    applications = { database: on.database, keyRing, form, institution, now: () => new Date() }
    app = await appForTests(on.settings, (inner) => applicationRoutes(inner, applications))
  })
  afterAll(async () => {
    await app.close()
    await editions.close()
  })
  const answered = async (answer: Readonly<Record<string, string>>, account = randomUUID()) => {
    expect((await app.call(account, 'PUT', '/api/answer', answer)).status).toBe(200)
    return account
  }
  const checked = async (changes: Changes) => {
    const deps: CountDeps = { ...applications, editions, jobs: { enqueue: async () => false } }
    await on.database.db.deleteFrom('edition_draft').execute()
    await saveDraft(deps, ann, { revision: 0, changes })
    return checkAndCount(deps)
  }
  /** What the check says of each option, after the sentence that it is no longer offered. */
  const told = async (changes: Changes) => {
    const { findings } = await checked(changes)
    return findings
      .filter(({ says }) => says.includes('no longer offered'))
      .map(({ place, says }) => [place, says.replace(/^.*?offered[^.]*\. /, '')])
  }
  const counted = (count: number) =>
    `Applications with it: ${count} not submitted, whose applicants are asked to choose again; what was submitted keeps it and is not counted.`
  const AAS = '/lists/degrees/retired/AAS'
  const AS = '/lists/degrees/retired/AS'

  test('concern as many people as have chosen them in an application in progress', async () => {
    const asked = { us_citizen: 'N', intl_other_first_language: 'Y', intl_english_at_school: '2' }
    const [toefl, ielts] = [
      { ...asked, intl_test: 'TOEFL', intl_test_version: 'IBT' },
      { ...asked, intl_test: 'IELTS', intl_test_version: 'ACADEMIC' },
    ]
    await answered({ ...toefl, college_degree: 'AAS', college_2_degree: 'AAS' })
    await answered({ college_2_name: 'MSU', college_2_degree: 'AAS' })
    await answered({ ...ielts, college_degree: 'AA' })
    const signed = await answered({ college_degree: 'AAS' })
    await submitted(
      applications,
      { answer: { college_degree: 'AAS' }, add_another: {}, tabs: {}, document_answer: {} },
      on.database.db,
      signed,
    )
    const retired: Changes = { [AAS]: 'Associate of Applied Science', '/lists/degrees/retired/CERT': 'Certificate' }
    expect(await told({ ...retired, '/test_versions/TOEFL/IBT': null, '/test_versions/IELTS/ACADEMIC': null })).toEqual(
      [
        [AAS, counted(2)],
        ['/lists/degrees/retired/CERT', counted(0)],
        ['/test_versions/TOEFL/IBT', counted(1)],
        ['/test_versions/IELTS/ACADEMIC', counted(1)],
      ],
    )
  })

  test('are counted slice by slice, and one that cannot be opened is told', async () => {
    for (let count = 0; count < 27; count += 1) await answered({ college_degree: 'AS' })
    const account = await answered({ college_degree: 'AS' })
    const { id, sealed } = await on.database.db
      .selectFrom('application')
      .select(['id', 'sealed'])
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const damaged = Buffer.from(sealed ?? []).map((byte, at) => (at === 500 ? byte ^ 1 : byte))
    await on.database.db.updateTable('application').set({ sealed: damaged }).where('id', '=', id).execute()
    const { begun } = await checked({ [AS]: 'Associate of Science' })
    expect(await told({ [AS]: 'Associate of Science' })).toEqual([[AS, counted(27)]])
    expect(begun).toMatchObject({ done: begun?.total, unread: 1 })
  })

  test('of sensitive questions are never counted', async () => {
    await answered({ gender: 'F' })
    expect(await told({ '/lists/gender/retired/F': 'Female' })).toEqual([
      ['/lists/gender/retired/F', expect.stringMatching(/is not counted, because their answers are sensitive/)],
    ])
  })

  test('a question that is stopped or required from then on tells how many that concerns', async () => {
    const stopped = { college_gpa: 'yes', college_gpa_scale: 'yes', gender: 'yes' }
    const changes = {
      ...Object.fromEntries(Object.entries(stopped).map(([name, is]) => [`/structure/stopped/${name}`, is])),
      '/structure/required/chosen_name': 'yes',
    }
    const careful = async () =>
      (await checked(changes)).findings.filter(({ grade }) => grade === 'careful').map(({ says }) => says)
    const numberIn = async (sentence: RegExp) =>
      Number((await careful()).map((says) => sentence.exec(says)?.[1]).find((each) => each !== undefined))
    const ANSWERED = /^“GPA” is not asked any more. (\d+) of those who have not submitted have answered it./
    const MISSING = /“Chosen name” is required from then on.* (\d+) of those who have not submitted have no answer/
    const [answers, missing] = [await numberIn(ANSWERED), await numberIn(MISSING)]
    await answered({ college_name: 'MSU', college_2_name: 'UM', college_2_gpa: '3.1' })
    await answered({ college_name: 'MSU', college_gpa: '3.2', chosen_name: 'Bo' })
    expect([await numberIn(ANSWERED), await numberIn(MISSING)]).toEqual([answers + 2, missing + 1])
    expect(await careful()).toContainEqual(expect.stringMatching(/Gender.* How many have answered it is not counted/))
  })
})
