import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Application,
  emptyApplication,
  everyItem,
  faultsIn,
  type Item,
  isGiven,
  optionsOf,
  type Question,
  questionsByKey,
  questionsShown,
  tabShown,
  withAnswer,
  without,
  withoutHidden,
} from '../engine/index.ts'
import { dataModel } from './index.ts'
import { veteran, visitor } from './testing/applicants.ts'
import { form, today } from './testing/bridger.ts'

const items = everyItem(form)
const questions = [...questionsByKey(form).values()]
const groups = items.filter((item) => item.kind === 'tabs')
const keysOf = (item: Item): readonly string[] => ('key' in item ? [item.key] : 'keys' in item ? item.keys : [])

/** What a person may say to a question, nothing included, and at times what no person can. */
function valuesOf(question: Question): readonly string[] {
  if (question.kind === 'choice') {
    // The lists of a dropdown that depends on another answer are several.
    const lists = items.flatMap((item) => (item.kind === 'choice' && item.key === question.key ? [item] : []))
    return lists.flatMap((list) => optionsOf(list, today).map(([value]) => value))
  }
  return question.kind === 'tick' ? ['true', ''] : ['', ' ', 'ANSWERED', '12', '2004-02-29', 'ada@mail.example']
}

/** One step: an answer is given, or another tab is chosen, which clears its group (specification §4). */
type Step = (application: Application) => Application
const settled = (application: Application) => withoutHidden(form, application).application
const giving = (question: Question): fc.Arbitrary<Step> =>
  fc
    .constantFrom(...valuesOf(question))
    .map((value) => (application) => withAnswer(form, application, question.key, value))
const answering = (question: Question): fc.Arbitrary<Step> =>
  giving(question).map((give) => (application) => settled(give(application)))
// Half of the answers go to the questions that show and hide others: the other half is four hundred text boxes.
const controls = questions.filter(({ kind }) => kind === 'choice' || kind === 'tick')
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...controls).chain(answering) },
  { weight: 5, arbitrary: fc.constantFrom(...questions).chain(answering) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...groups).chain((group) =>
      fc.constantFrom(...group.tabs).map<Step>(({ id }) => (application) => ({
        ...without(group.keys, application),
        tabs: { ...application.tabs, [group.id]: id },
      })),
    ),
  },
)
const walks = fc.array(steps, { minLength: 1, maxLength: 40 })
const starts = fc.constantFrom(emptyApplication, veteran, visitor)

/** What a person sees, and the tabs beside the one they look at: a tab hides nothing, only conditions do. */
function reached(application: Application): ReadonlySet<string> {
  const seen = new Set(questionsShown(form, application).map(({ question }) => question.key))
  const beside = groups
    .filter((group) =>
      tabShown(group, application)
        ?.items.flatMap(keysOf)
        .some((key) => seen.has(key)),
    )
    .flatMap((group) => group.keys)
  return new Set([...seen, ...beside])
}

test('the definition has no fault', () => {
  expect(faultsIn(form, dataModel)).toEqual([])
})

test('[4.conditional.2] [4.conditional.4] however answers come and go, none is left behind that is hidden', () => {
  fc.assert(
    fc.property(starts, walks, (start, walk) => {
      const end = walk.reduce((application, step) => step(application), start)
      const seen = reached(end)
      const held = form.keys.filter((key) => isGiven(end.answer[key]) || end.document_answer[key] !== undefined)
      expect(held.filter((key) => !seen.has(key))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('[4.conditional.3] what is still asked keeps its answer, and so does all else that is not hidden', () => {
  fc.assert(
    fc.property(starts, walks, fc.constantFrom(...controls).chain(giving), (start, walk, give) => {
      const before = give(walk.reduce((application, step) => step(application), start))
      const { application, cleared } = withoutHidden(form, before)
      const seen = reached(application)
      expect(cleared.filter((key) => seen.has(key))).toEqual([])
      expect(application.answer).toEqual({ ...before.answer, ...Object.fromEntries(cleared.map((key) => [key, ''])) })
    }),
    { numRuns: 200 },
  )
})

test('clearing is settled after one time', () => {
  fc.assert(
    fc.property(starts, walks, (start, walk) => {
      const end = walk.reduce((application, step) => step(application), start)
      expect(withoutHidden(form, end)).toEqual({ application: end, cleared: [] })
    }),
    { numRuns: 200 },
  )
})
