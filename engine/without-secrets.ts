import { questionsByKey } from './every-item.ts'
import type { Form } from './form.ts'
import { withoutSecret } from './formats.ts'

/**
 * The answers that may leave the server without an explicit, recorded act of staff: secret ones are masked (Q68), all
 * others are unchanged.
 */
export function withoutSecrets<Value extends string | undefined>(
  form: Form,
  answer: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const masked: Record<string, Value | string> = { ...answer }
  for (const key of secretKeys(form)) {
    const value = answer[key]
    if (value) masked[key] = withoutSecret(value)
  }
  return masked
}

const cache = new WeakMap<Form, readonly string[]>()

function secretKeys(form: Form): readonly string[] {
  const known =
    cache.get(form) ?? [...questionsByKey(form).values()].flatMap(({ key, care }) => (care === 'secret' ? [key] : []))
  cache.set(form, known)
  return known
}
