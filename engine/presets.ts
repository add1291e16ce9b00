import { type AnswerMap, isGiven } from './application.ts'
import { partsOf } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

/** An address or a school with a preset answer: the key and value of the preset, and the other keys of the block. */
type Preset = { readonly key: string; readonly value: string; readonly others: readonly string[] }

const presets = new WeakMap<Form, readonly Preset[]>()

function presetsOf(form: Form): readonly Preset[] {
  const found =
    presets.get(form) ??
    everyItem(form).flatMap((item) => {
      if (item.kind !== 'address' && item.kind !== 'school') return []
      return partsOf(item).flatMap((each) =>
        each.kind === 'choice' && each.preset !== undefined
          ? [{ key: each.key, value: each.preset, others: item.keys.filter((key) => key !== each.key) }]
          : [],
      )
    })
  presets.set(form, found)
  return found
}

/** The preset of the block that this key is part of, besides the key of the preset itself. */
export const presetOf = (form: Form, key: string): Preset | undefined =>
  presetsOf(form).find(({ others }) => others.includes(key))

/** Whether nothing in the block of this preset is answered, so that the screen shows the preset as its answer. */
const isUntouched = ({ key, others }: Preset, answer: AnswerMap): boolean =>
  !isGiven(answer[key]) && others.every((each) => !isGiven(answer[each]))

const shown = new WeakMap<Form, WeakMap<AnswerMap, AnswerMap>>()

/**
 * The answers as the screen shows them: with the presets of blocks in which nothing is answered yet. Only labels and
 * marks depend on them. Problems, prints and exports do not, because nobody has given these answers (Q80).
 */
export function withPresets(form: Form, answer: AnswerMap): AnswerMap {
  const byAnswers = shown.get(form) ?? new WeakMap<AnswerMap, AnswerMap>()
  shown.set(form, byAnswers)
  const known = byAnswers.get(answer)
  if (known) return known
  const untouched = presetsOf(form).filter((preset) => isUntouched(preset, answer))
  const all = { ...answer, ...Object.fromEntries(untouched.map(({ key, value }) => [key, value])) }
  byAnswers.set(answer, all)
  return all
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
