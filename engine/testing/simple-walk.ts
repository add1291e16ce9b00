import { type AnyCondition, type Application, everyItem, type Form, type Item } from '../index.ts'

/** Whether an answer shows anything, found in the simplest way. */
export const isAnswered = ({ answer }: Application, key: string) => /\S/.test(answer[key] ?? '')

/** Evaluates a condition in the simplest way, without the engine's code. */
export function evaluates(condition: AnyCondition, answer: Application['answer']): boolean {
  if ('conditions' in condition) {
    const read = condition.conditions.map((each) => evaluates(each, answer))
    return condition.operator === 'all' ? !read.includes(false) : read.includes(true)
  }
  if (condition.operator === 'not') return !evaluates(condition.condition, answer)
  if (condition.operator === 'count') {
    let count = 0
    for (const key of condition.counted) if (/\S/.test(answer[key] ?? '')) count += 1
    return !(count < (condition.least ?? 0)) && !(count > (condition.most ?? Number.POSITIVE_INFINITY))
  }
  const value = answer[condition.valueKey] ?? ''
  if (condition.operator === 'age') {
    const { on, least, under } = condition
    if (!isDay(value)) return false
    // Birthdays, one by one.
    const [year = 0, ...rest] = value.split('-')
    let age = -1
    for (let next = Number(year); `${String(next).padStart(4, '0')}-${rest.join('-')}` <= on; next += 1) age += 1
    return age >= 0 && (least === undefined ? age < under : age >= least)
  }
  if (!('target' in condition)) return /\S/.test(value) === (condition.operator === 'answered')
  const { operator, target } = condition
  if (typeof target !== 'string') return target.indexOf(value) >= 0 === (operator === 'in')
  if (operator === 'equals') return value === target
  if (operator === 'notEquals') return value !== target
  const both = [value, target]
  const sizes = both.every(isNumeral) ? both.map(Number) : both.every(isDay) ? both.map((each) => Date.parse(each)) : []
  const [left = Number.NaN, right = Number.NaN] = sizes
  if (operator === 'lt') return left < right
  if (operator === 'lte') return left <= right
  return operator === 'gt' ? left > right : left >= right
}
const isNumeral = (value: string) => /^\s*-?[0-9]+(\.[0-9]+)?\s*$/.test(value)
const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00Z`).toISOString().startsWith(value)

/** The keys that conditions alone, or conditions, counts and tabs show, found in the simplest way. */
export function simpleWalk(form: Form, application: Application, by: 'conditions' | 'all'): readonly string[] {
  const { answer, tabs } = application
  const isTrue = (condition: AnyCondition) => evaluates(condition, answer)
  const keysOf = (items: readonly Item[]): readonly string[] => items.flatMap(keys)
  function keys(item: Item): readonly string[] {
    if (item.kind === 'note') return []
    if (item.kind === 'when') return isTrue(item.condition) ? keysOf(item.items) : []
    if (item.kind === 'branch') {
      for (const each of item.branches) if (isTrue(each.condition)) return keysOf(each.items)
      return []
    }
    if (item.kind === 'repeated') return keysOf(item.entries)
    if (
      item.kind === 'entry' &&
      by === 'all' &&
      item.number > 1 &&
      !item.keys.some((key) => isAnswered(application, key))
    )
      return []
    if (item.kind === 'tabs') {
      const chosen = item.tabs.filter(({ id }) => id === tabs[item.id])
      return keysOf(
        (by === 'conditions' ? item.tabs : [...chosen, ...item.tabs].slice(0, 1)).flatMap((tab) => tab.items),
      )
    }
    if (item.kind === 'confirmThen') {
      const [before, after] = [keysOf(item.before), keysOf(item.after)]
      if (item.confirm.by === 'tick') return [item.id, ...(answer[item.id] === 'true' ? after : before)]
      if (by === 'conditions') return [...before, ...after]
      const behind = everyItem({ ...form, pages: [{ slug: '', title: '', items: item.after as never, keys: [] }] })
      return behind.some((each) => 'key' in each && isAnswered(application, each.key)) ? after : before
    }
    if (item.kind === 'conditionalChoice') {
      const list = item.variants[item.category === 'displayOnly' ? '' : (answer[item.controlKey] ?? '')]
      return isTrue(item.isMatched) && list?.kind === 'choice' ? [list.key] : []
    }
    if (item.kind === 'code') return by === 'conditions' || isAnswered(application, item.key) ? [item.key] : []
    return 'items' in item ? keysOf(item.items) : [item.key]
  }
  return form.pages.flatMap((page) => keysOf(page.items))
}
