import type { AnswerMap } from './application.ts'
import { careOf } from './every-item.ts'
import type { Form } from './form.ts'
import { withoutSecret } from './formats.ts'

/** The answers as staff may see them: secret ones masked, all others as they are. */
export const withoutSecrets = (form: Form, answer: AnswerMap): AnswerMap =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      careOf(form, key) === 'secret' && value ? withoutSecret(value) : value,
    ]),
  )
