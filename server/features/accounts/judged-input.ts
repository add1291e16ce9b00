import { z } from 'zod'
import { emptyApplication, type Form, type Problem, problemsIn, questionsByKey } from '../../../engine/index.ts'

/** The input of an account form, normalized, or its problems. */
export type Judged<Input> = { readonly kind: 'right'; readonly input: Input } | Invalid
export type Invalid = { readonly kind: 'invalid'; readonly problems: readonly Problem[] }

/** One person, however the address is typed (docs/decisions/0003). */
export const usernameFrom = (given: string): string => given.trim().toLowerCase()

/** Validates an account form with the same rules and messages as the browser; `today` as for every form. */
export function judged<Input extends Readonly<Record<string, string>>>(
  form: Form,
  given: Input,
  today: string,
): Judged<Input> {
  const input = given.username === undefined ? given : { ...given, username: usernameFrom(given.username) }
  const found = problemsIn(form, { ...emptyApplication, answer: input }, today)
  const isSound = found.some(({ key }) => key === 'username') || !questionsByKey(form).has('username')
  const problems = isSound ? found : [...unusable(form, input.username ?? ''), ...found]
  return problems.length === 0 ? { kind: 'right', input } : { kind: 'invalid', problems }
}

/** better-auth rejects rare but valid addresses that the form accepts, such as those with & before the @. */
const unusable = (form: Form, username: string): readonly Problem[] =>
  z.email().safeParse(username).success
    ? []
    : form.pages.map(({ slug }) => ({ page: slug, key: 'username', message: UNUSABLE }))

const UNUSABLE = 'This email address is valid, but an account cannot be made with it. Please use another one.'
