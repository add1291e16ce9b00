import { LONGEST_ORDER } from '../../../api/browser.ts'
import { answersOfOneThing, type Form } from '../../../engine/index.ts'

/** As many of these keys as the header of one request can name; answers of one thing go together. */
export function firstPartOf(form: Form, keys: readonly string[]): readonly string[] {
  const part = new Set<string>()
  let length = 50 // the device, and what separates
  for (const key of keys) {
    if (part.has(key)) continue
    const together = answersOfOneThing(form, key).filter((each) => keys.includes(each))
    length += together.reduce((sum, each) => sum + each.length + 34, 0) // two numbers of 15 digits, and their marks
    if (part.size > 0 && length > LONGEST_ORDER) break
    for (const each of together) part.add(each)
  }
  return [...part]
}
