import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import {
  type AnyCondition,
  type Application,
  canonicalAnswers,
  definitionErrors,
  entriesShown,
  everyItem,
  type Form,
  holds,
  type Item,
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

const isAnswered = ({ answer }: Application, key: string) => /\S/.test(answer[key] ?? '')

/** Evaluates a condition in the simplest way, without the engine's code. */
function evaluates(condition: AnyCondition, answer: Application['answer']): boolean {
  if ('conditions' in condition) {
    const read = condition.conditions.map((each) => evaluates(each, answer))
    return condition.operator === 'all' ? !read.includes(false) : read.includes(true)
  }
  if (condition.operator === 'not') return !evaluates(condition.condition, answer)
  if (condition.operator === 'count') {
    let count = 0
    for (const key of condition.counted) if (/\S/.test(answer[key] ?? '')) count += 1
    return !(count < (condition.least ?? 0)) && !(count > (condition.most ?? Number.POSITIVE_INFINITY))
  }
  const value = answer[condition.valueKey] ?? ''
  if (!('target' in condition)) return /\S/.test(value) === (condition.operator === 'answered')
  const { operator, target } = condition
  if (typeof target !== 'string') return target.indexOf(value) >= 0 === (operator === 'in')
  if (operator === 'equals') return value === target
  if (operator === 'notEquals') return value !== target
  const both = [value, target]
  const sizes = both.every(isNumeral) ? both.map(Number) : both.every(isDay) ? both.map((each) => Date.parse(each)) : []
  const [left = Number.NaN, right = Number.NaN] = sizes
  if (operator === 'lt') return left < right
  if (operator === 'lte') return left <= right
  return operator === 'gt' ? left > right : left >= right
}
const isNumeral = (value: string) => /^\s*-?[0-9]+(\.[0-9]+)?\s*$/.test(value)
const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00Z`).toISOString().startsWith(value)

/** The keys that conditions alone, or conditions, counts and tabs show, found in the simplest way. */
function simpleWalk(form: Form, application: Application, by: 'conditions' | 'all'): readonly string[] {
  const { answer, tabs } = application
  const isTrue = (condition: AnyCondition) => evaluates(condition, answer)
  const keysOf = (items: readonly Item[]): readonly string[] => items.flatMap(keys)
  function keys(item: Item): readonly string[] {
    if (item.kind === 'note') return []
    if (item.kind === 'when') return isTrue(item.condition) ? keysOf(item.items) : []
    if (item.kind === 'branch') {
      for (const each of item.branches) if (isTrue(each.condition)) return keysOf(each.items)
      return []
    }
    if (item.kind === 'repeated') return keysOf(item.entries)
    if (
      item.kind === 'entry' &&
      by === 'all' &&
      item.number > 1 &&
      !item.keys.some((key) => isAnswered(application, key))
    )
      return []
    if (item.kind === 'tabs') {
      const chosen = item.tabs.filter(({ id }) => id === tabs[item.id])
      return keysOf(
        (by === 'conditions' ? item.tabs : [...chosen, ...item.tabs].slice(0, 1)).flatMap((tab) => tab.items),
      )
    }
    if (item.kind === 'confirmThen') {
      const [before, after] = [keysOf(item.before), keysOf(item.after)]
      if (item.confirm.by === 'tick') return [item.id, ...(answer[item.id] === 'true' ? after : before)]
      if (by === 'conditions') return [...before, ...after]
      const behind = everyItem({ ...form, pages: [{ slug: '', title: '', items: item.after as never, keys: [] }] })
      return behind.some((each) => 'key' in each && isAnswered(application, each.key)) ? after : before
    }
    if (item.kind === 'conditionalChoice') {
      const list = item.variants[item.category === 'displayOnly' ? '' : (answer[item.controlKey] ?? '')]
      return isTrue(item.isMatched) && list?.kind === 'choice' ? [list.key] : []
    }
    if (item.kind === 'code') return by === 'conditions' || isAnswered(application, item.key) ? [item.key] : []
    return 'items' in item ? keysOf(item.items) : [item.key]
  }
  return form.pages.flatMap((page) => keysOf(page.items))
}
