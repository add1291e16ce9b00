import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnyCondition,
  type Application,
  answerTo,
  canonicalAnswers,
  everyItem,
  everyPrintedPage,
  exportRow,
  type Form,
  type Item,
  namedItems,
  nameOf,
  nameOfPage,
  outlineOf,
  problemsIn,
  questionsByKey,
  questionsShown,
  registerOf,
  rowsOf,
  type Structure,
  withoutHidden,
  withStructure,
} from '../engine/index.ts'
import { evaluates, isAnswered, simpleWalk } from '../engine/testing/index.ts'
import { baseRegister } from './index.ts'
import { form as release, today } from './testing/bridger.ts'
import { applicationsOf, editionsOver } from './testing/generated-editions.ts'

/** With keys that may be any, as an office has. */
const base: Form = release

// EDITIONS=2000 npx vitest run --project unit form/structure.properties
const numRuns = Number(process.env.EDITIONS ?? 12)

/** Finding what an office could publish takes longer than answering it. */
const edited = editionsOver({}).chain(({ structure, form }) =>
  fc
    .array(applicationsOf(form), { minLength: 4, maxLength: 4 })
    .map((applications) => applications.map((application) => ({ structure, form, application }))),
)
const always = (property: (given: { structure: Structure; form: Form; application: Application }) => void) =>
  fc.assert(
    fc.property(edited, (all) => all.forEach(property)),
    { numRuns },
  )

const keysShown = (form: Form, application: Application) =>
  questionsShown(form, application).map(({ question }) => question.key)

describe('an edition asks what the office says, beside what it asks without one thing that the office says:', () => {
  test('nothing of what is stopped, in no entry, and all else', () => {
    always(({ structure, form, application }) => {
      for (const name of Object.keys(structure.stopped ?? {})) {
        const before = withStructure(base, { ...structure, stopped: without(structure.stopped, name) })
        const inFirst = keysOf(namedItems(before).get(name))
        const gone = before.keys.filter((key) => inFirst.includes(firstKeyOf(before, key)))
        expect(before.keys.filter((key) => !form.keys.includes(key))).toEqual(
          before.keys.filter((key) => gone.includes(key)),
        )
        const answered = { ...application, answer: omitted(application.answer, gone) }
        expect(keysShown(form, answered)).toEqual(keysShown(before, answered).filter((key) => !gone.includes(key)))
      }
    })
  })

  test('what has a condition where it holds, in each entry by the answers there, and all else', () => {
    always(({ structure, form, application }) => {
      for (const [name, condition] of Object.entries(structure.asked_if ?? {})) {
        const before = withStructure(base, { ...structure, asked_if: without(structure.asked_if, name) })
        const inFirst = keysOf(namedItems(before).get(name))
        const concerned = new Set(before.keys.filter((key) => inFirst.includes(firstKeyOf(before, key))))
        const expected = keysShown(before, application).filter(
          (key) => !concerned.has(key) || evaluates(beside(before, key, condition), application.answer),
        )
        expect(keysShown(form, application).toSorted()).toEqual(expected.toSorted())
      }
    })
  })

  test('its own questions where they stand, in each entry, and all else', () => {
    always(({ structure, form, application }) => {
      for (const [id, item] of Object.entries(structure.own ?? {})) {
        const { own, ...rest } = structure
        const others = { ...rest, own: without(own, id) }
        // What others speak of cannot be left out.
        if (JSON.stringify(others).includes(id)) continue
        const before = withStructure(base, others)
        const added = form.keys.filter((key) => !before.keys.includes(key))
        const container = namedItems(before).get(item.in)
        const entries = container?.kind === 'repeated' ? entriesLike(before, item.in) : 1
        const each = item.kind === 'checkboxes' ? Object.keys(item.options ?? {}).length : 1
        const isQuestion = item.kind !== 'note' && item.kind !== 'section' && item.kind !== 'repeated'
        expect({ id, added: added.length }).toEqual({ id, added: isQuestion ? entries * each : 0 })
        const answered = { ...application, answer: omitted(application.answer, added) }
        expect(keysShown(form, answered).filter((key) => !added.includes(key))).toEqual(keysShown(before, answered))
        if (item.in.startsWith('page:')) expect(keysShown(form, answered)).toEqual(expect.arrayContaining(added))
      }
    })
  })
})

const keysOf = (item: Item | undefined): readonly string[] =>
  item === undefined ? [] : 'key' in item ? [item.key] : 'keys' in item ? item.keys : []

const without = <Value>(part: Readonly<Record<string, Value>> | undefined, name: string) =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([each]) => each !== name))

const omitted = ({ ...answer }: Application['answer'], keys: readonly string[]) =>
  Object.fromEntries(Object.entries(answer).filter(([key]) => !keys.includes(key)))

const blocksIn = (form: Form) => everyItem(form).flatMap((item) => (item.kind === 'repeated' ? [item] : []))

/** The key of the same question in the first entry, of a block in an entry also in the first one of that. */
const firstKeyOf = (form: Form, key: string): string =>
  blocksIn(form).reduce((found, { entries }) => {
    const entry = entries.find(({ keys }) => keys.includes(found))
    return entries[0]?.keys[entry?.keys.indexOf(found) ?? -1] ?? found
  }, key)

/** A condition as it is in the entries in which a key stands. */
function beside(form: Form, key: string, condition: AnyCondition): AnyCondition {
  const here = (named: string) => {
    const item = namedItems(form).get(named)
    return blocksIn(form).reduce(
      (found, { entries }) => {
        const entry = entries.find(({ keys }) => keys.includes(key))
        return entry?.keys[entries[0]?.keys.indexOf(found) ?? -1] ?? found
      },
      item && 'key' in item ? item.key : named,
    )
  }
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map((each) => beside(form, key, each)) }
  if (condition.operator === 'not') return { ...condition, condition: beside(form, key, condition.condition) }
  if (condition.operator === 'count') return { ...condition, counted: condition.counted.map(here) }
  return { ...condition, valueKey: here(condition.valueKey) }
}

/** How many entries a block has, in all entries of the one that it stands in. */
const entriesLike = (form: Form, name: string): number => {
  const id = name.slice('repeated:'.length)
  const blocks = blocksIn(form).filter(
    (each) => each.id === id || each.id.endsWith(`_${id}`) || isOwnBlock(each.id, id),
  )
  return blocks.reduce((sum, { entries }) => sum + entries.length, 0)
}
/** In a block of the office's own what begins all keys is said once: own_jobs_2_tasks is own_tasks of a job. */
const isOwnBlock = (id: string, own: string) => new RegExp(`^own_.+_\\d+_${own.replace(/^own_/, '')}$`).test(id)

test('what is asked is judged, printed and exported, and what is not asked is in none of it', () => {
  always(({ structure, form, application }) => {
    const shown = questionsShown(form, application)
    const keys = new Set(shown.map(({ question }) => question.key))
    expect(keysShown(form, application)).toEqual(simpleWalk(form, application, 'all'))

    const problems = problemsIn(form, application, today)
    expect(problems.filter(({ key }) => !keys.has(key))).toEqual([])
    const required = shown.filter(({ question, requires }) => requires && structure.required?.[question.key] === 'yes')
    const missing = required.filter(({ question }) => !isAnswered(application, question.key))
    const judged = new Set(problems.map(({ key }) => key))
    expect(missing.filter(({ question }) => !judged.has(question.key))).toEqual([])
    expect(problems.filter(({ key }) => structure.required?.[key] === 'no' && !isAnswered(application, key))).toEqual(
      [],
    )

    const outline = outlineOf(form, application)
    const rows = outline.pages.flatMap(({ items }) => rowsOf(items))
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...keys].toSorted())
    const printed = JSON.stringify(everyPrintedPage(outline, ['final-steps', 'about']))
    // Texts that nobody else gives say whose they are.
    const told = form.keys.filter((key) => answerTo(application.answer, key) === `Answer to ${key}.`)
    const isSecret = (key: string) => questionsByKey(form).get(key)?.care === 'secret'
    expect(told.filter((key) => !isSecret(key) && printed.includes(`Answer to ${key}.`) !== keys.has(key))).toEqual([])

    const register = registerOf(baseRegister(), base, structure)
    const { answer } = canonicalized(form, application)
    const row = exportRow(register, { form_version: form.version, application: { answer }, outline })
    const plain = register.keys.filter(({ copied, school, state }) => !copied && !school && !state)
    // A state is stored with a country that stands for one of its own.
    const states = new Set(register.keys.flatMap(({ state }) => state ?? []))
    const expected = plain.filter(({ key }) => !states.has(key))
    expect(Object.fromEntries(expected.map(({ key }) => [key, row[key]]))).toEqual(
      Object.fromEntries(expected.map(({ key }) => [key, keys.has(key) ? answerTo(answer, key) : ''])),
    )
  })
})

const canonicalized = (form: Form, application: Application): Application => ({
  ...application,
  answer: canonicalAnswers(form, application.answer),
})

test('clearing leaves nothing that is not asked and takes nothing that is, and a second time nothing', () => {
  always(({ form, application }) => {
    const { application: left, cleared } = withoutHidden(form, application)
    const reached = new Set(simpleWalk(form, left, 'conditions'))
    expect(form.keys.filter((key) => answerTo(left.answer, key) !== '' && !reached.has(key))).toEqual([])
    expect(cleared.filter((key) => reached.has(key))).toEqual([])
    expect(left.answer).toEqual({ ...application.answer, ...Object.fromEntries(cleared.map((key) => [key, ''])) })
    expect(withoutHidden(form, left)).toEqual({ application: left, cleared: [] })
  })
})

test('what stands in an order is asked in that order, and the same whatever order a database keeps it in', () => {
  always(({ structure, form }) => {
    for (const [container, order] of Object.entries(structure.order ?? {})) {
      const held = heldIn(form, container)
      const [ordered, there] = [
        order.filter((name) => held.includes(name)),
        held.filter((name) => order.includes(name)),
      ]
      expect(there).toEqual([...new Set(ordered)])
    }
    expect(withStructure(base, reversed(structure))).toEqual(form)
  })
})

/** The same, with the entries of each object the other way around. */
function reversed<Value>(value: Value): Value
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => reversed(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, reversed(each)]),
  )
}

/** The names of what stands in a page, a section or the first entry of a block. */
function heldIn(form: Form, container: string): readonly string[] {
  const page = form.pages.find(({ slug }) => nameOfPage(slug) === container)
  const block = everyItem(form).find((item) => nameOf(item) === container)
  const items =
    page?.items ?? (block?.kind === 'repeated' ? block.entries[0]?.items : block && 'items' in block ? block.items : [])
  const prefix = block?.kind === 'repeated' ? (block.entries[0]?.prefix ?? '') : ''
  return (items ?? []).map((item) => {
    // A condition of the office stands around what it is about.
    const name = nameOf(item.kind === 'when' && !baseWhens.has(item) ? (item.items[0] ?? item) : item)
    return name.replace(`${prefix}own_`, 'own_')
  })
}
const baseWhens = new Set<Item>(everyItem(base).filter(({ kind }) => kind === 'when'))
