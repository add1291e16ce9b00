import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { editionContent } from '../api/index.ts'
import {
  type AnswerMap,
  type AnyCondition,
  type Application,
  answerProblem,
  answerTo,
  exportRow,
  type Form,
  holds,
  type Item,
  isGiven,
  keysAsked,
  namedItems,
  optionsOf,
  outlineOf,
  problemsIn,
  type Question,
  questionsByKey,
  questionsShown,
  registerOf,
  rowsOf,
  sentencesOf,
  structureFaults,
  withAnswer,
  withInstitution,
  withoutHidden,
  withStructure,
} from '../engine/index.ts'
import { admissions, baseRegister, domestic, needs } from '../form/index.ts'
import institution from '../institution.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../form/examples')
const today = '2026-11-21'

/** How many questions each application was found to ask; the table in the README has a row for each. */
const ROWS: Readonly<Record<string, number>> = {
  'applyalberta-lethbridge': 40,
  'applytexas-transfer': 77,
  'cal-state-apply-transfer': 47,
  'common-app-transfer': 49,
  'florida-residency': 38,
  'montana-system': 17,
  'ontario-bc': 38,
  'suny-cuny-transfer': 32,
  'uc-transfer': 46,
}

function contentIn(name: string) {
  const file: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  const { public: open, ...rest } = Object(file)
  expect(rest).toEqual({})
  return editionContent.partial().parse(open)
}

const examples = Object.keys(ROWS).map((name) => {
  const { structure = {}, ...words } = contentIn(name)
  const form = withInstitution(withStructure(admissions, structure), { ...institution.public, ...words })
  return { name, structure, words, form }
})

test('each application has an example', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  expect(files.map((file) => file.replace('.json', ''))).toEqual(Object.keys(ROWS))
})

test('an office could publish each of them', () => {
  const faults = examples.flatMap(({ name, structure }) =>
    structureFaults(admissions, structure, needs).map(({ says }) => `${name}: ${says}`),
  )
  expect(faults).toEqual([])
  for (const { name, structure, form } of examples) {
    const text = JSON.stringify(structure)
    // Measured, not promised: what the page of an office that asks all of it loads besides.
    console.log(`${name}: ${brotliCompressSync(text).length} bytes of ${text.length}, ${form.keys.length} keys`)
  }
})

test('none says what only the sample has', () => {
  const elsewhere = {
    partner_name: 'Elm State University',
    address: { ...institution.public.address, state: 'Oregon' },
  }
  const left = examples.flatMap(({ name, structure, words }) =>
    [
      ...sentencesOf(
        withInstitution(withStructure(admissions, structure), { ...institution.public, ...words, ...elsewhere }),
      ),
    ]
      .filter((sentence) => /Montana|Bozeman|Gallatin|Bridger|Honors College/.test(sentence) && sentence !== 'Montana')
      .map((sentence) => `${name}: ${sentence}`),
  )
  expect(left).toEqual([])
})

describe('the table of what is asked', () => {
  const table = readFileSync(join(folder, 'README.md'), 'utf8')
  const parts = table.split('\n## ').slice(1)
  const rowsIn = (name: string) => {
    const part = parts.find((each) => each.includes(`(${name}.json)`)) ?? ''
    return [...part.matchAll(/^\| (\d+) \| .+? \| (.+) \|$/gm)].map(([, number, by = '']) => {
      const keys = [...by.matchAll(/`([^`]+)`/g)].flatMap(([, key]) => key ?? [])
      return { number: Number(number), keys, isOfAService: by.startsWith('a central service’s: ') }
    })
  }

  test.each(examples)('$name: every row is asked by what is there, or says why not', ({ name, structure, form }) => {
    const rows = rowsIn(name)
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ROWS[name] ?? 0 }, (_, index) => index + 1))
    const names = namedItems(form)
    expect(rows.flatMap(({ keys }) => keys).filter((key) => !names.has(key))).toEqual([])
    const ours = rows.filter(({ isOfAService }) => !isOfAService)
    expect(ours.filter(({ keys }) => keys.length > 0).length / ours.length).toBeGreaterThanOrEqual(0.95)
    const named = new Set(rows.flatMap(({ keys }) => keys))
    const own = Object.entries(structure.own ?? {}).filter(([, { kind }]) => kind !== 'section' && kind !== 'note')
    expect(
      own
        .map(([id, { kind }]) => (names.has(id) ? id : `${kind === 'checkboxes' ? 'tickGroup' : kind}:${id}`))
        .filter((each) => !named.has(each)),
    ).toEqual([])
  })
})

describe('applicants who fill it', () => {
  test.each(examples)('$name: together they answer everything of its own, to the last page', ({ structure, form }) => {
    const left = new Set(ownKeysOf(form))
    const register = registerOf(baseRegister(), admissions, structure)
    for (const key of left) {
      const application = filled(form, answersFor(form, key))
      const given = Object.keys(application.answer).filter((each) => isOwn(each) && isGiven(application.answer[each]))
      expect(problemsIn(form, application, today)).toEqual([])
      expect(given).toContain(key)
      const outline = outlineOf(form, application)
      const printed = new Map(outline.pages.flatMap(({ items }) => rowsOf(items)).map((row) => [row.key, row]))
      const row = exportRow(register, { form_version: form.version, application, outline })
      for (const each of given) {
        left.delete(each)
        const answer = answerTo(application.answer, each)
        expect(`${each}: ${printed.get(each)?.answered}`).toBe(`${each}: true`)
        expect(`${each}: ${row[each]}`).toBe(`${each}: ${answer}`)
        const item = structure.own?.[each]
        const words =
          item?.options?.[answer] ?? (item?.kind === 'text' || item?.kind === 'paragraph' ? answer : undefined)
        if (words !== undefined) expect(`${each}: ${printed.get(each)?.text}`).toBe(`${each}: ${words}`)
      }
    }
  })
})

const isOwn = (key: string) => /(^|_)own_/.test(key)

/** The questions of the office's own, of a repeated block those of its first entry. */
const ownKeysOf = (form: Form) =>
  [...namedItems(form).values()].flatMap((item) => ('key' in item ? [item.key] : [])).filter((key) => isOwn(key))

/** Under which conditions each question stands. */
function pathsIn(form: Form): ReadonlyMap<string, readonly AnyCondition[]> {
  const paths = new Map<string, readonly AnyCondition[]>()
  const visit = (item: Item, path: readonly AnyCondition[]): void => {
    if ('key' in item) {
      if (!paths.has(item.key)) paths.set(item.key, path)
      return
    }
    if (item.kind === 'branch')
      for (const { condition, items } of item.branches) for (const each of items) visit(each, [...path, condition])
    else if (item.kind === 'confirmThen') {
      const { confirm, before, after } = item
      const tick = confirm.by === 'tick' ? [{ valueKey: confirm.question.key, operator: 'notAnswered' } as const] : []
      for (const each of before) visit(each, [...path, ...tick])
      for (const each of after) visit(each, path)
    } else if (item.kind === 'repeated') for (const each of item.entries) visit(each, path)
    else if ('items' in item)
      for (const each of item.items) visit(each, item.kind === 'when' ? [...path, item.condition] : path)
  }
  for (const { items } of form.pages) for (const item of items) visit(item, [])
  return paths
}

type Answers = Readonly<Record<string, string>>

/** Answers under which a question is asked, and one to itself. '' is for what must have none. */
function answersFor(form: Form, key: string): Answers {
  const paths = pathsIn(form)
  const questions = questionsByKey(form)
  const wanted: Record<string, string> = {}
  const want = (one: string, value: string) => {
    // The innermost first: it says which of several answers that the outer ones take.
    for (const condition of (paths.get(one) ?? []).toReversed()) meet(condition)
    wanted[one] ??= value
  }
  const meet = (condition: AnyCondition): void => {
    const own = keysAsked(condition).filter(isOwn)
    if (holds(condition, { ...domestic.answer, ...wanted }) && own.every((each) => each in wanted)) return
    for (const [one, value] of choicesFor(condition)) want(one, value)
  }
  const choicesFor = (condition: AnyCondition): readonly (readonly [key: string, value: string])[] => {
    switch (condition.operator) {
      case 'all':
        for (const each of condition.conditions) meet(each)
        return []
      case 'any':
        for (const each of condition.conditions.slice(0, 1)) meet(each)
        return []
      case 'not':
        return keysAsked(condition.condition).map((each) => [each, ''])
      case 'count': {
        const checked = condition.least ?? condition.most ?? 0
        return condition.counted.map((each, index) => [each, index < checked ? 'true' : ''])
      }
      case 'answered':
        return [[condition.valueKey, valueFor(questions.get(condition.valueKey), wanted)]]
      case 'notAnswered':
        return [[condition.valueKey, '']]
      case 'age': {
        const { on, least, under = 0 } = condition
        return [[condition.valueKey, `${Number(on.slice(0, 4)) - (least ?? under - 1)}${on.slice(4)}`]]
      }
      case 'in':
        return [[condition.valueKey, condition.target[0] ?? '']]
      case 'notEquals':
      case 'notIn': {
        const others = (value: string) => ![condition.target].flat().includes(value)
        return [[condition.valueKey, valueFor(questions.get(condition.valueKey), wanted, others)]]
      }
      case 'equals':
      case 'lt':
      case 'lte':
      case 'gt':
      case 'gte':
        return [[condition.valueKey, condition.target]]
    }
  }
  want(key, valueFor(questions.get(key), wanted))
  return wanted
}

/** An answer that a question takes. */
function valueFor(
  question: Question | undefined,
  answer: AnswerMap,
  may: (value: string) => boolean = () => true,
): string {
  if (!question) return ''
  // A box is right or wrong by how many others are checked.
  if (question.kind === 'tick') return 'true'
  const all = question.kind === 'choice' ? optionsOf(question, today).map(([value]) => value) : POSSIBLE
  return (
    all.find((each) => isGiven(each) && may(each) && answerProblem(question, each, answer, today).length === 0) ?? ''
  )
}

/** Some answer of each kind, and of each length of a local number. */
const POSSIBLE = [
  'Ada Lund',
  'true',
  'ANSWERED',
  '2020-05-17',
  '(403) 555-0123',
  'ada@mail.example',
  '7',
  '2020',
  '123456789',
  '1234567890',
]

/** An application with these answers in which nothing is missing. */
function filled(form: Form, wanted: Answers): Application {
  let application = Object.entries(wanted).reduce<Application>(
    (before, [key, value]) => withAnswer(form, before, key, value),
    domestic,
  )
  const groups = [...namedItems(form).values()].flatMap((item) => (item.kind === 'tickGroup' ? [item.keys] : []))
  const nextOf = (key: string, answer: AnswerMap) =>
    (groups.find((keys) => keys.includes(key)) ?? [])
      .filter((each) => !isGiven(answer[each]) && wanted[each] === undefined)
      .slice(0, 1)
  for (let round = 0; round < 40; round++) {
    application = withoutHidden(form, application).application
    const shown = questionsShown(form, application)
    const isOpen = ({ key }: Question) => !isGiven(application.answer[key]) && wanted[key] === undefined
    const missing = new Set(problemsIn(form, application, today).map(({ key }) => key))
    const next = shown.flatMap(({ question }) =>
      missing.has(question.key) || (isOwn(question.key) && question.kind !== 'tick' && isOpen(question))
        ? [question]
        : [],
    )
    const [first] = next
    if (!first) return application
    const answer = { ...application.answer }
    for (const question of next) {
      if (isOpen(question)) answer[question.key] = valueFor(question, answer)
      // One box is checked, and more must be.
      else for (const key of nextOf(question.key, answer)) answer[key] = 'true'
    }
    application = { ...application, answer }
  }
  return application
}
