import { describe, expect, test } from 'vitest'
import { everyItem, gatesIn, problemsIn } from '../engine/index.ts'
import { quietQuestionIds } from './admissions.ts'
import { quietQuestionsIn } from './quiet-questions.ts'
import { form } from './testing/bridger.ts'

describe('a quiet question', () => {
  const college = (prefix: string, name: string) => ({ [`${prefix}name`]: name })
  const empty = { add_another: {}, tabs: {}, document_answer: {} }
  const quiet = (answer: Readonly<Record<string, string>>, rest = {}) =>
    quietQuestionsIn(form, { ...empty, ...rest, answer }, 'Montana')
  const ids = (...given: Parameters<typeof quiet>) => quiet(...given).map(({ id }) => id)
  const here = { country: 'USA', state: 'Montana' }
  const dated = {
    ...college('college_', 'Carroll College'),
    college_attend_from_month: '9',
    college_attend_from_year: '2024',
  }
  const file = { document_answer: { college_transcript: { file_name: 'a.pdf', file_size: 9 } } }

  test('of residents who have not said whether they ask for in-state tuition', () => {
    expect(ids(here)).toEqual(['quiet_in_state'])
    expect(ids({ ...here, instate_tuition: 'N' })).toEqual([])
    expect(ids({ country: 'USA', state: 'Idaho' })).toEqual([])
    expect(ids({ ...here, country: 'DEU' })).toEqual([]) // left behind, and asked no more
  })

  test('of colleges without dates or a transcript, once for all of them', () => {
    expect(ids(college('college_', 'Carroll College'))).toEqual(['quiet_college_dates', 'quiet_college_transcripts'])
    expect(ids(dated, file)).toEqual([])
    expect(ids({ ...college('college_', 'Carroll College'), college_attend_ongoing: 'true' }, file)).toEqual([])
    expect(ids(college('college_', ''))).toEqual([])
    const [dates] = quiet({ ...dated, ...college('college_2_', 'Salish Kootenai'), ...college('college_3_', 'Dawson') })
    expect(dates).toMatchObject({ key: 'college_2_attend_from_month', names: ['Salish Kootenai', 'Dawson'] })
  })

  test('is asked no more once it was waved away, on any device', () => {
    expect(ids({ ...here, ...dated }, { add_another: { quiet_in_state: 1 } })).toEqual(['quiet_college_transcripts'])
    expect(gatesIn(form)).toEqual(expect.arrayContaining([...quietQuestionIds]))
  })

  test('stands at a section of the form, about a question in it, and is no problem', () => {
    const answer = { ...here, ...college('college_', 'Carroll College') }
    const found = quiet(answer)
    expect(found.map(({ id }) => id)).toEqual(quietQuestionIds)
    const problems = problemsIn(form, { ...empty, answer }, '2026-11-22').map(({ key }) => key)
    for (const { section, key } of found) {
      expect(everyItem(form)).toContainEqual(
        expect.objectContaining({ kind: 'section', id: section, keys: expect.arrayContaining([key]) }),
      )
      expect(problems).not.toContain(key)
    }
  })
})
