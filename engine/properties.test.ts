import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import {
  type Application,
  canonicalAnswers,
  definitionErrors,
  entriesShown,
  everyItem,
  type Form,
  holds,
  isDescriptionKey,
  outlineOf,
  pageOf,
  problemsIn,
  questionsShown,
  rowsOf,
  text,
  withAnswer,
  withDescriptions,
  withoutHidden,
} from './index.ts'
import { exportedRow } from './testing/exported-row.ts'
import { conditions, values } from './testing/generated-condition.ts'
import { applications, type Generated, generated } from './testing/generated-form.ts'
import { evaluates, isAnswered, simpleWalk } from './testing/simple-walk.ts'

const today = '2026-10-01'
const always = (property: (given: Generated) => void) => fc.assert(fc.property(generated, property), { numRuns: 100 })

describe('conditions', () => {
  const keys = ['a', 'b', 'c']
  const questions = keys.map((key) => text(key, key))
  const others = fc.record(Object.fromEntries(keys.map((key) => [key, fc.constantFrom(...values)])), {
    requiredKeys: [],
  })

  test('give the same results as a simple implementation of the ten operators', () => {
    proves('3.state.13', '5.application.67')
    fc.assert(
      fc.property(conditions, others, fc.constantFrom(...keys), (make, other, key) => {
        const condition = make(questions)
        // Trying every value includes the target itself.
        for (const value of values) {
          const answer = { ...other, [key]: value }
          expect([value, holds(condition, answer)]).toEqual([value, evaluates(condition, answer)])
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a definition', () => {
  test('contains only keys that its entries and prefixes have', () => {
    always(({ form }) => {
      expect(
        definitionErrors(form, form.keys).filter((fault) => /does not ask|outside|twice|more than once/.test(fault)),
      ).toEqual([])
    })
  })
})

describe('clearing', () => {
  test('leaves no answer and no document that a condition hides', () => {
    always(({ form, application }) => {
      const { answer, document_answer } = withoutHidden(form, application).application
      const reached = simpleWalk(form, withoutHidden(form, application).application, 'conditions')
      const hidden = form.keys.filter((key) => !reached.includes(key))
      const left = hidden.filter((key) => (answer[key] ?? '') !== '' || document_answer[key])
      expect(left, proves('4.conditional.2', '4.conditional.4')).toEqual([])
    })
  })

  test('clears nothing that is shown afterwards, and keeps every other answer', () => {
    always(({ form, application }) => {
      const { application: left, cleared } = withoutHidden(form, application)
      const reached = simpleWalk(form, left, 'conditions')
      const clearedThoughShown = cleared.filter((key) => reached.includes(key))
      expect(clearedThoughShown, proves('4.conditional.3')).toEqual([])
      const blanks = Object.fromEntries(cleared.map((key) => [key, '']))
      expect(left.answer).toEqual({ ...application.answer, ...blanks })
      expect({ ...left, answer: {}, document_answer: {} }).toEqual({ ...application, answer: {}, document_answer: {} })
    })
  })

  test('has nothing more to clear the second time', () => {
    always(({ form, application }) => {
      const once = withoutHidden(form, application).application
      expect(withoutHidden(form, once)).toEqual({ application: once, cleared: [] })
    })
  })
})

describe('the walk', () => {
  test('shows the same questions as a simple implementation, in order', () => {
    always(({ form, application }) => {
      const shown = questionsShown(form, application).map(({ question }) => question.key)
      expect(shown, proves('4.conditional.1')).toEqual(simpleWalk(form, application, 'all'))
    })
  })

  test('never hides an entry that has an answer, whatever the count is', () => {
    always(({ form, application }) => {
      for (const block of everyItem(form)) {
        if (block.kind !== 'repeated') continue
        const shown = entriesShown(block, application).map(({ number }) => number)
        const answeredEntries = block.entries.filter((entry) => entry.keys.some((key) => isAnswered(application, key)))
        expect(shown).toEqual(expect.arrayContaining(answeredEntries.map(({ number }) => number)))
      }
    })
  })

  test('asks nothing in an added entry without answers', () => {
    always(({ form, application }) => {
      const entries = everyItem(form).filter((item) => item.kind === 'entry')
      const empty = entries.filter(
        ({ number, keys }) => number > 1 && !keys.some((key) => isAnswered(application, key)),
      )
      const keys = empty.flatMap((entry) => entry.keys)
      expect(problemsIn(form, application, today).filter(({ key }) => keys.includes(key))).toEqual([])
      expect(questionsShown(form, application).filter(({ question }) => keys.includes(question.key))).toEqual([])
    })
  })
})

/** The row by a simple walk over the canonical answers: a blank alone, as drafts of old may hold, is no answer. */
function exported(form: Form, application: Application): Readonly<Record<string, string>> {
  const answer = canonicalAnswers(form, application.answer)
  const shown = new Set(simpleWalk(form, { ...application, answer }, 'all'))
  const shownAnswer = (key: string) => (shown.has(key) ? (answer[key] ?? '') : '')
  const copied = everyItem(form).flatMap((item) =>
    item.kind === 'confirmThen' && shown.has(item.id) && answer[item.id] === 'true' ? Object.entries(item.sameAs) : [],
  )
  return {
    ...Object.fromEntries(form.keys.map((key) => [key, shownAnswer(key)])),
    ...Object.fromEntries(copied.map(([key, source]) => [key, shownAnswer(source)])),
  }
}

describe('the derived values', () => {
  test('a hidden question never has a problem, a row or an export value', () => {
    always(({ form, application }) => {
      const shown = new Set(simpleWalk(form, application, 'all'))
      expect(exportedRow(form, { ...application, answer: canonicalAnswers(form, application.answer) })).toEqual({
        ...exported(form, application),
        form_version: '1',
      })
      const rows = outlineOf(form, application).pages.flatMap((page) => rowsOf(page.items))
      expect(rows.filter(({ key }) => !shown.has(key))).toEqual([])
      expect(problemsIn(form, application, today).filter(({ key }) => !shown.has(key))).toEqual([])
    })
  })

  test('every problem is on exactly one page, once with each message', () => {
    always(({ form, application }) => {
      const problems = problemsIn(form, application, today)
      for (const { page, key } of problems) {
        expect(form.pages.filter(({ keys }) => keys.includes(key)).map(({ slug }) => slug)).toEqual([page])
        expect(pageOf(form, key)).toBe(page)
      }
      expect(new Set(problems.map(({ key, message }) => JSON.stringify([key, message]))).size).toBe(problems.length)
    })
  })

  test('the outline has one row for each question shown, in order, page by page', () => {
    always(({ form, application }) => {
      const rows = outlineOf(form, application).pages.flatMap(({ slug, items }) =>
        rowsOf(items).map(({ key, answered }) => [slug, key, answered]),
      )
      expect(rows).toEqual(
        questionsShown(form, application).map(({ page, question: { key } }) => [
          page,
          key,
          isAnswered(application, key),
        ]),
      )
    })
  })

  test('descriptions are always derived, and posted descriptions change nothing', () => {
    always(({ form, application }) => {
      const own = withDescriptions(form, application)
      const companions = form.keys.map((key) => `${key}_desc`).filter((key) => isDescriptionKey(form, key))
      const posted = Object.fromEntries(companions.map((key) => [key, 'Anything']))
      expect(withDescriptions(form, { ...application, answer: { ...application.answer, ...posted } })).toEqual(own)
      expect(withDescriptions(form, { ...application, answer: own })).toEqual(own)
    })
  })

  test('giving the same answer again changes nothing', () => {
    const answering = generated.chain(({ form, application }) =>
      fc.record({
        form: fc.constant(form),
        application: fc.constant(application),
        next: applications(form),
        key: fc.constantFrom(...form.keys),
      }),
    )
    fc.assert(
      fc.property(answering, ({ form, application, next, key }) => {
        const value = next.answer[key] ?? ''
        const answered = withAnswer(form, application, key, value)
        expect(answered.answer[key] ?? '').toBe(value)
        expect(withAnswer(form, answered, key, value)).toBe(answered)
      }),
      { numRuns: 100 },
    )
  })
})
