import {
  type Application,
  answerProblem,
  emptyApplication,
  everyItem,
  type Form,
  isGiven,
  optionsOf,
  problemsIn,
  type Question,
  questionsByKey,
  questionsShown,
  withAnswer,
  withoutHidden,
} from '../../../engine/index.ts'

const MOST_TRIES = 50
const MOST_PASSES = 12

/**
 * A complete application without problems that nobody wrote, made from the form alone: always the same for a form, a
 * day and a number. Odd numbers answer most of what they are asked, even ones little more than they must.
 */
export function madeUpApplication(form: Form, today: string, number: number): Application {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = answeredByChance(form, today, number, createRandom(number * MOST_TRIES + tries))
    if (made) return made
  }
  throw new Error(`No application could be made up for the form ${form.version}.`)
}

/** Answers what is asked until nothing is missing or wrong; undefined if the choices made on the way do not allow it. */
function answeredByChance(form: Form, today: string, number: number, random: () => number): Application | undefined {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)]
  const willingness = number % 2 === 0 ? 0.3 : 0.9
  let application = emptyApplication
  const answer = (question: Question) => {
    const right = valuesOf(question, number, today).filter(
      (value) => answerProblem(question, value, application.answer, today).length === 0,
    )
    const isByChance = question.kind === 'choice' && (question.role !== 'country' || random() < 0.2)
    const value = isByChance ? pick(right) : right[0]
    if (value === undefined) return
    application = withAnswer(form, application, question.key, value)
    if (question.kind !== 'upload') return
    const file = { file_name: `${question.key}.pdf`, file_size: 1024 }
    application = { ...application, document_answer: { ...application.document_answer, [question.key]: file } }
  }

  for (const item of everyItem(form)) {
    if (item.kind === 'tabs')
      application = { ...application, tabs: { ...application.tabs, [item.id]: pick(item.tabs)?.id } }
    if (item.kind !== 'repeated') continue
    const count = pick(item.entries)?.number ?? 1
    application = { ...application, add_another: { ...application.add_another, [item.id]: count } }
    // A later entry asks for the rest once something in it is answered.
    for (const { keys } of item.entries.slice(1, count)) {
      const first = keys.map((key) => questionsByKey(form).get(key)).find((question) => question?.kind === 'text')
      if (first) answer(first)
    }
  }
  const decided = new Set<string>()
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const shown = questionsShown(form, application).map(({ question }) => question)
    const fresh = shown.filter(({ key }) => !decided.has(key))
    const wrong = new Set(fresh.length > 0 ? [] : problemsIn(form, application, today).map(({ key }) => key))
    if (fresh.length === 0 && wrong.size === 0) return application
    for (const question of fresh) {
      decided.add(question.key)
      if (!isGiven(application.answer[question.key]) && random() < willingness) answer(question)
    }
    for (const question of shown.filter(({ key }) => wrong.has(key))) answer(question)
    application = withoutHidden(form, application).application
  }
  return undefined
}

const byRole: Partial<Record<NonNullable<Question['role']>, string>> = {
  ...{ address_line_1: '12 Front Street', address_line_2: 'Unit B', city: 'Helena', zip: '59601' },
}

/** What may be answered, the best first. Numbers are for text that must be one. */
function valuesOf(question: Question, number: number, today: string): readonly string[] {
  switch (question.kind) {
    case 'choice':
      return optionsOf(question, today).flatMap(([value]) => (value === '' ? [] : [value]))
    case 'tick':
      return ['true']
    case 'email':
      return [`sandbox.${number}@mail.example`]
    case 'phone':
      return [`(406) 555-01${String(number).padStart(2, '0')}`]
    case 'ssn':
      // No number of this area was ever given to anybody.
      return [`666-55-${String(number).padStart(4, '0')}`]
    case 'date':
      return ['2004-02-29']
    case 'upload':
      return ['ANSWERED']
    case 'text':
    case 'paragraph':
      return [
        ...(question.role ? [byRole[question.role] ?? `Sandbox ${number}`] : [`Sandbox ${number}`]),
        ...['Sandbox', '720', '31', '3.5', '10', '59601', '4317'],
      ]
    case 'code':
    case 'password':
      return []
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
