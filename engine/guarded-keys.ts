import { type Form, type Item, itemsInside } from './blocks.ts'
import { keysAsked } from './conditions.ts'
import { otherKeysNamed, requirementsOf } from './definition-errors.ts'
import { visibilityOf } from './describe.ts'
import { oncePer } from './once-per.ts'

/**
 * The keys of which not even a number may be told to who may not read sensitive answers: those of sensitive questions,
 * and of whatever is asked, required or judged by the answer to one. That one person is missing an explanation tells what
 * somebody has answered before.
 */
export const guardedKeys = oncePer((form: Form): ReadonlySet<string> => {
  const guarded = new Set<string>()
  const isGuarded = (key: string) => guarded.has(key)
  const visit = (item: Item, isInside: boolean): void => {
    const isHere = isInside || visibilityOf(item).flatMap(keysAsked).some(isGuarded)
    if ('key' in item) {
      const by = [...requirementsOf(item).flatMap(keysAsked), ...otherKeysNamed(item)]
      if (isHere || item.care !== 'none' || by.some(isGuarded)) guarded.add(item.key)
    }
    for (const each of itemsInside(item)) visit(each, isHere)
  }
  for (let known = -1; known < guarded.size; ) {
    known = guarded.size
    for (const { items } of form.pages) for (const item of items) visit(item, false)
  }
  return guarded
})
