import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Application,
  definitionErrors,
  everyItem,
  type Item,
  isGiven,
  mergeAnswers,
  questionsByKey,
  questionsShown,
  tabShown,
  withoutHidden,
} from '../engine/index.ts'
import { proves } from '../testing/proves.ts'
import { dataModel } from './index.ts'
import { form } from './testing/bridger.ts'
import { applications, controls, giveAnswer } from './testing/generated-applications.ts'

const questions = [...questionsByKey(form).values()]
const groups = everyItem(form).filter((item) => item.kind === 'tabs')
const keysOf = (item: Item): readonly string[] => ('key' in item ? [item.key] : 'keys' in item ? item.keys : [])

/** What the applicant sees, plus the tabs that are not open: tabs hide no answers, only conditions do. */
function askedKeys(application: Application): ReadonlySet<string> {
  const shown = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const otherTabs = groups
    .filter((group) =>
      tabShown(group, application)
        ?.items.flatMap(keysOf)
        .some((key) => shown.has(key)),
    )
    .flatMap((group) => group.keys)
  // Only the screen needs the source of a school. It stays as long as the school's name is asked.
  const sources = form.keys.filter((key) => key.endsWith('list_id') && shown.has(key.replace(/list_id$/, 'name')))
  return new Set([...shown, ...otherTabs, ...sources])
}

test('the definition has no errors', () => {
  expect(definitionErrors(form, dataModel)).toEqual([])
})

test('no hidden answer remains after any series of changes', () => {
  fc.assert(
    fc.property(applications, (end) => {
      const seen = askedKeys(end)
      const answered = form.keys.filter((key) => isGiven(end.answer[key]) || end.document_answer[key] !== undefined)
      const hidden = answered.filter((key) => !seen.has(key))
      expect(hidden, proves('4.conditional.2', '4.conditional.4')).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('every answer that is not hidden is kept', () => {
  fc.assert(
    fc.property(applications, fc.constantFrom(...controls).chain(giveAnswer), (start, give) => {
      const before = give(start)
      const { application, cleared } = withoutHidden(form, before)
      const seen = askedKeys(application)
      const clearedThoughShown = cleared.filter((key) => seen.has(key))
      expect(clearedThoughShown, proves('4.conditional.3')).toEqual([])
      expect(application.answer).toEqual({ ...before.answer, ...Object.fromEntries(cleared.map((key) => [key, ''])) })
    }),
    { numRuns: 200 },
  )
})

test('a change of an application in which nothing is hidden clears the same, whether or not all is looked at again', () => {
  fc.assert(
    fc.property(
      applications,
      fc.array(fc.oneof(fc.constantFrom(...controls), fc.constantFrom(...questions)).chain(giveAnswer), {
        minLength: 1,
        maxLength: 3,
      }),
      (application, gives) => {
        const { answer } = gives.reduce((before, give) => give(before), application)
        const posted = Object.fromEntries(
          Object.entries(answer).flatMap(([key, value]) =>
            value === undefined || value === application.answer[key] ? [] : [[key, value]],
          ),
        )
        const stored = { application, lastWrite: () => undefined }
        expect(mergeAnswers(form, { ...stored, isWithoutHidden: true }, posted)).toEqual(
          mergeAnswers(form, stored, posted),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('clearing a second time changes nothing', () => {
  fc.assert(
    fc.property(applications, (end) => {
      expect(withoutHidden(form, end)).toEqual({ application: end, cleared: [] })
    }),
    { numRuns: 200 },
  )
})
