import { z } from 'zod'
import { emptyApplication, type Form, type Problem, problemsIn, questionsByKey } from '../../../engine/index.ts'

/** What an account form was given, ready for use, or what is wrong with it. */
export type Judged<Input> = { readonly kind: 'right'; readonly input: Input } | Invalid
export type Invalid = { readonly kind: 'invalid'; readonly problems: readonly Problem[] }

/** The same person, however the address is written (docs/decisions/0003). */
export const usernameFrom = (given: string): string => given.trim().toLowerCase()

/** Judges a form of the account cards with the rules and the words of the browser; `today` as for every form. */
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

/** better-auth takes fewer addresses than the form: rare but valid ones, such as those with & before the @. */
const unusable = (form: Form, username: string): readonly Problem[] =>
  z.email().safeParse(username).success
    ? []
    : form.pages.map(({ slug }) => ({ page: slug, key: 'username', message: UNUSABLE }))

const UNUSABLE = 'This email address is valid, but an account cannot be made with it. Please use another one.'
