import { type AnswerMap, type Application, answerTo, isGiven } from './application.ts'
import { type ConditionalChoice, type Form, keysByRole, partsOf, type TickGroup } from './blocks.ts'
import { storedAs } from './canonical-answers.ts'
import { oncePer } from './once-per.ts'
import { labelOf, type Question } from './questions.ts'
import { everyItem, labelShown, questionsByKey, variantFor } from './walk.ts'

/**
 * The application after one answer is given. Checking "no" in a group clears its items and vice versa. A dropdown whose
 * controlling answer changed is cleared (requirement 4.conditional.8), and so are the dropdowns that depend on it. The
 * description of a cleared answer is removed too. Answers that mirror each other change together, and an option that is
 * stored as other answers gives those. `withoutHidden` clears what a condition hides.
 */
export function withAnswer(form: Form, application: Application, key: string, value: string): Application {
  const instead = storedAs(form, key, value)
  if (instead) return instead.reduce((current, [each, text]) => withAnswer(form, current, each, text), application)
  if (answerTo(application.answer, key) === value) return application
  const { [descriptionKey(key)]: _, ...others } = application.answer
  const answered = { ...application, answer: { ...others, [key]: value } }
  const changes = [...clearedBy(form, key, value), ...mirroredBy(form, answered.answer, key)]
  return changes.reduce((current, [each, text]) => withAnswer(form, current, each, text), answered)
}

type Change = readonly [key: string, value: string]

function clearedBy(form: Form, key: string, value: string): readonly Change[] {
  const { groups, dependents } = dependenciesOf(form)
  const group = value === 'true' ? groups.get(key) : undefined
  const opposites = group?.keys.filter((each) => each !== key && (key === group.none || each === group.none)) ?? []
  return [...opposites, ...(dependents.get(key) ?? [])].map((each) => [each, ''])
}

/** What is typed into one of two mirrored answers goes into the other; checking the box fills only an empty one. */
function mirroredBy(form: Form, answer: AnswerMap, key: string): readonly Change[] {
  return dependenciesOf(form).mirrors.flatMap(({ key: box, mirrors: [one, other] }): readonly Change[] => {
    if (answer[box] !== 'true') return []
    if (key === one || (key === box && !isGiven(answer[other]))) return [[other, answerTo(answer, one)]]
    if (key === other || (key === box && !isGiven(answer[one]))) return [[one, answerTo(answer, other)]]
    return []
  })
}

type Mirror = { readonly key: string; readonly mirrors: readonly [one: string, other: string] }

type Dependencies = {
  readonly groups: ReadonlyMap<string, TickGroup>
  readonly dependents: ReadonlyMap<string, readonly string[]>
  readonly mirrors: readonly Mirror[]
}
const dependenciesOf = oncePer((form: Form): Dependencies => {
  const items = everyItem(form)
  const tickGroups = items.filter((item): item is TickGroup => item.kind === 'tickGroup')
  const choices = items.filter((item): item is ConditionalChoice => item.kind === 'conditionalChoice')
  const dependencies = {
    groups: new Map(tickGroups.flatMap((group) => group.keys.map((key) => [key, group] as const))),
    dependents: new Map(
      choices.map(({ controlKey }) => [
        controlKey,
        choices.filter((each) => each.controlKey === controlKey).flatMap((each) => each.keys),
      ]),
    ),
    mirrors: items.flatMap((item) =>
      item.kind === 'tick' && item.mirrors ? [{ key: item.key, mirrors: item.mirrors }] : [],
    ),
  }
  return dependencies
})

/** An address or a school with a preset answer: the key and value of the preset, and the other keys of the block. */
type Preset = { readonly key: string; readonly value: string; readonly others: readonly string[] }

const presetsOf = oncePer((form: Form): readonly Preset[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'address' && item.kind !== 'school') return []
    return partsOf(item).flatMap((each) =>
      each.kind === 'choice' && each.preset !== undefined
        ? [{ key: each.key, value: each.preset, others: item.keys.filter((key) => key !== each.key) }]
        : [],
    )
  }),
)

/** The preset of the block that this key is part of, besides the key of the preset itself. */
export const presetOf = (form: Form, key: string): Preset | undefined =>
  presetsOf(form).find(({ others }) => others.includes(key))

/** Whether nothing in the block of this preset is answered, so that the screen shows the preset as its answer. */
const isUntouched = ({ key, others }: Preset, answer: AnswerMap): boolean =>
  !isGiven(answer[key]) && others.every((each) => !isGiven(answer[each]))

/**
 * The answers as the screen shows them: with the presets of blocks in which nothing is answered yet. Only labels and
 * marks depend on them. Problems, prints and exports do not, because nobody has given these answers (Q80).
 */
export const withPresets = (form: Form, answer: AnswerMap): AnswerMap => shownIn(form)(answer)

const shownIn = oncePer((form: Form) =>
  oncePer((answer: AnswerMap): AnswerMap => {
    const untouched = presetsOf(form).filter((preset) => isUntouched(preset, answer))
    return { ...answer, ...Object.fromEntries(untouched.map(({ key, value }) => [key, value])) }
  }),
)

/** What the screen calls the question of this key for these answers; the key itself of what the form does not ask. */
export function questionLabel(form: Form, key: string, answer: AnswerMap): string {
  const question = questionsByKey(form).get(key)
  return question ? labelShown(question, withPresets(form, answer)) : key
}

/**
 * What writing one answer changes about the preset of its block: the first answer stores the preset, and emptying the
 * last one clears it again. `before` does not have the answer yet.
 */
export function presetAfter(
  form: Form,
  before: AnswerMap,
  key: string,
  value: string,
): { readonly key: string; readonly value: string } | undefined {
  const preset = presetOf(form, key)
  if (preset === undefined) return undefined
  const isAlone = preset.others.every((each) => each === key || !isGiven(before[each]))
  if (isGiven(value)) return isUntouched(preset, before) ? preset : undefined
  return isAlone && before[preset.key] === preset.value ? { ...preset, value: '' } : undefined
}

/** The companion key that contains the display text of the selected option (requirement 3.answers.4). */
export const descriptionKey = (key: string): string => `${key}_desc`

/** Whether a key is the companion of a key that the form asks. */
export const isDescriptionKey = (form: Form, key: string): boolean => descriptionsOf(form).companions.has(key)

/**
 * The answers with the display text of every chosen option, month, checkbox and school, and without other companions.
 * The text always comes from the form and is never accepted from outside (Q8).
 */
export function withDescriptions(form: Form, { answer }: Application): Readonly<Record<string, string>> {
  const all: Record<string, string> = { ...withoutDescriptions(form, { answer }) }
  for (const { key, of, textOf } of descriptionsOf(form).described) {
    const value = all[of]
    const text = value === undefined ? '' : textOf(value, answer)
    if (text !== '') all[key] = text
  }
  return all
}

/** The answers alone. */
export function withoutDescriptions(
  form: Form,
  { answer }: Pick<Application, 'answer'>,
): Readonly<Record<string, string>> {
  const { companions } = descriptionsOf(form)
  // Copied whole, which is many times faster than key by key; every profile asks this.
  const all: Record<string, string | undefined> = { ...answer }
  for (const key in answer) if (answer[key] === undefined || companions.has(key)) delete all[key]
  return all as Record<string, string>
}

type DescriptionOf = (value: string, answer: AnswerMap) => string

type Descriptions = {
  /** The companion's key, the key that it describes, and its text. */
  readonly described: readonly { readonly key: string; readonly of: string; readonly textOf: DescriptionOf }[]
  readonly companions: ReadonlySet<string>
}
const descriptionsOf = oncePer((form: Form): Descriptions => {
  const index = new Map<string, DescriptionOf>()
  const items = everyItem(form)
  for (const item of items) {
    if (item.kind === 'choice' || item.kind === 'tick') index.set(item.key, (value) => displayText(item, value))
    const name = item.kind === 'school' ? keysByRole(item).name : undefined
    if (name !== undefined) index.set(name, (value) => value)
  }
  // The loop above added the lists of a conditional dropdown as plain choices. The answers decide which list
  // applies.
  for (const item of items) if (item.kind === 'conditionalChoice') index.set(item.keys[0] ?? '', descriptionFrom(item))
  const described = [...index].map(([of, textOf]) => ({ key: descriptionKey(of), of, textOf }))
  const descriptions = { described, companions: new Set(described.map(({ key }) => key)) }
  return descriptions
})

const descriptionFrom =
  (block: ConditionalChoice): DescriptionOf =>
  (value, answer) => {
    const question = variantFor(block, answer)
    return question ? displayText(question, value) : ''
  }

function displayText(question: Question, value: string): string {
  if (value === '') return ''
  if (question.kind === 'choice') return labelOf(question, value)
  return value === 'true' ? question.label : ''
}
