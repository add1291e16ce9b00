import fc from 'fast-check'
import {
  type Application,
  emptyApplication,
  everyItem,
  optionsOf,
  type Question,
  questionsByKey,
  withAnswer,
  without,
  withoutHidden,
} from '../../engine/index.ts'
import { veteran, visitor } from '../sample-applicants.ts'
import { form, today } from './bridger.ts'

const items = everyItem(form)
const questions = [...questionsByKey(form).values()]
const groups = items.filter((item) => item.kind === 'tabs')

/** The answers a person may give to a question, including none, and sometimes answers that no person can give. */
function valuesOf(question: Question): readonly string[] {
  if (question.kind === 'choice') {
    // A dropdown that depends on another answer has several lists.
    const lists = items.flatMap((item) => (item.kind === 'choice' && item.key === question.key ? [item] : []))
    return lists.flatMap((list) => optionsOf(list, today).map(([value]) => value))
  }
  return question.kind === 'tick' ? ['true', ''] : ['', ' ', 'ANSWERED', '12', '2004-02-29', 'ada@mail.example']
}

/** One step: an answer is given, or another tab is chosen, which clears its group (requirement 4.tabs.5). */
type Step = (application: Application) => Application
const withoutHiddenAnswers = (application: Application) => withoutHidden(form, application).application
/** Gives a question one of its possible answers, without clearing what that hides. */
export const giveAnswer = (question: Question): fc.Arbitrary<Step> =>
  fc
    .constantFrom(...valuesOf(question))
    .map((value) => (application) => withAnswer(form, application, question.key, value))
const answerAndClear = (question: Question): fc.Arbitrary<Step> =>
  giveAnswer(question).map((give) => (application) => withoutHiddenAnswers(give(application)))
/** The questions that show and hide others. */
export const controls = questions.filter(({ kind }) => kind === 'choice' || kind === 'tick')
const steps: fc.Arbitrary<Step> = fc.oneof(
  // Half of the answers go to these. Otherwise, most would go to the four hundred text boxes.
  { weight: 5, arbitrary: fc.constantFrom(...controls).chain(answerAndClear) },
  { weight: 5, arbitrary: fc.constantFrom(...questions).chain(answerAndClear) },
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

/** Applications after a series of steps that starts with an empty application or a nearly complete one. */
export const applications: fc.Arbitrary<Application> = fc
  .tuple(fc.constantFrom(emptyApplication, veteran, visitor), fc.array(steps, { minLength: 1, maxLength: 40 }))
  .map(([start, walk]) => walk.reduce((application, step) => step(application), start))
