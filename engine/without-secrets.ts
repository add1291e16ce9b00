import type { AnswerMap } from './application.ts'
import { careOf } from './every-item.ts'
import type { Form } from './form.ts'
import { withoutSecret } from './formats.ts'

/** The answers that staff may see: secret ones are masked, all others are unchanged. */
export const withoutSecrets = (form: Form, answer: AnswerMap): AnswerMap =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      careOf(form, key) === 'secret' && value ? withoutSecret(value) : value,
    ]),
  )
