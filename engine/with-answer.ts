import { type AnswerMap, type Application, answerTo, isGiven } from './application.ts'
import type { ConditionalChoice, TickGroup } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'
import { storedAs } from './stored-as.ts'
import { descriptionKey } from './with-descriptions.ts'

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
const cache = new WeakMap<Form, Dependencies>()

function dependenciesOf(form: Form): Dependencies {
  const cached = cache.get(form)
  if (cached) return cached
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
  cache.set(form, dependencies)
  return dependencies
}
