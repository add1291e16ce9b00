import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AnswerMap,
  type Application,
  emptyApplication,
  everyItem,
  holds,
  isGiven,
  mayBeLeftOut,
  optionsOf,
  presetAfter,
  type Question,
  questionsShown,
  withAnswer,
  withPresets,
} from '../engine/index.ts'
import { form, today } from './testing/bridger.ts'

/** Their legend says that one is enough, and none of them is marked. */
const unmarked = new Set(everyItem(form).flatMap((item) => (item.kind === 'alternatives' ? item.keys : [])))
const shown = (application: Application) => questionsShown(form, application).map(({ question }) => question)

/** One answer more: which of the questions that are shown without an answer, and which of its answers. */
type Step = { readonly question: number; readonly value: number }
const filling: fc.Arbitrary<readonly Step[]> = fc.array(fc.record({ question: fc.nat(), value: fc.nat() }), {
  minLength: 20,
  maxLength: 60,
})

/** Gives one answer as the screen does: the first one of an address also stores its country. */
function answered(application: Application, step: Step): Application {
  const open = shown(application).filter(({ key }) => !isGiven(application.answer[key]))
  const question = open[step.question % open.length]
  if (question === undefined) return application
  const { key } = question
  const value = answersTo(question)[step.value % answersTo(question).length] ?? ''
  const preset = presetAfter(form, application.answer, key, value)
  const next = withAnswer(form, application, key, value)
  return preset ? withAnswer(form, next, preset.key, preset.value) : next
}

/** The answers of a person. From a long list, the few on which other questions depend. */
function answersTo(question: Question): readonly string[] {
  if (question.kind === 'tick') return ['true']
  if (question.kind !== 'choice') return ['12', 'Butte']
  const values = optionsOf(question, today).flatMap(([value]) => (value === '' ? [] : [value]))
  return values.includes('CAN') ? ['USA', 'CAN', 'FRA'] : values
}

const isRequired = ({ required }: Question, answer: AnswerMap) =>
  typeof required === 'boolean' ? required : holds(required, answer)

test('in whatever order one fills in, nothing that was called optional is required later', () => {
  fc.assert(
    fc.property(filling, (steps) => {
      const calledOptional = new Set<string>()
      let application = emptyApplication
      for (const step of steps) {
        const seen = withPresets(form, application.answer)
        const marked = shown(application).filter(({ key }) => !unmarked.has(key))
        const optional = marked.filter((each) => mayBeLeftOut(each, seen))
        const required = marked.filter((each) => isRequired(each, seen))
        for (const { key } of optional) calledOptional.add(key)
        expect(required.filter(({ key }) => calledOptional.has(key)).map(({ key }) => key)).toEqual([])
        application = answered(application, step)
      }
    }),
    { numRuns: 100 },
  )
})
