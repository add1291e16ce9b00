import { careOf } from './every-item.ts'
import type { Form } from './form.ts'
import { withoutSecret } from './formats.ts'

/**
 * The answers that may leave the server without an explicit, recorded act of staff: secret ones are masked (Q68), all
 * others are unchanged.
 */
export const withoutSecrets = <Value extends string | undefined>(
  form: Form,
  answer: Readonly<Record<string, Value>>,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      value && careOf(form, key) === 'secret' ? withoutSecret(value) : value,
    ]),
  )
