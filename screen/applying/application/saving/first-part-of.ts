import { LONGEST_ORDER } from '../../../../api/browser.ts'
import { type Form, keysAnsweredTogether } from '../../../../engine/index.ts'

/** As many of these keys as the header of one request can name. Related answers stay together. */
export function firstPartOf(form: Form, keys: readonly string[]): readonly string[] {
  const part = new Set<string>()
  let length = 50 // the device and separators
  for (const key of keys) {
    if (part.has(key)) continue
    const together = keysAnsweredTogether(form, key).filter((each) => keys.includes(each))
    length += together.reduce((sum, each) => sum + each.length + 34, 0) // two numbers of 15 digits, and separators
    if (part.size > 0 && length > LONGEST_ORDER) break
    for (const each of together) part.add(each)
  }
  return [...part]
}
