import {
  canonicalAnswers,
  canonicalEmail,
  emptyApplication,
  type Form,
  type Problem,
  problemsIn,
  say,
  toSay,
} from '../../../engine/index.ts'

/** The input of an account form, normalized, or its problems. */
export type ValidatedInput<Input> = { readonly kind: 'valid'; readonly input: Input } | Invalid
export type Invalid = { readonly kind: 'invalid'; readonly problems: readonly Problem[] }

/** One person, however the address is typed (docs/decisions/0094). */
export const usernameFrom = (given: string): string => canonicalEmail(given).toLowerCase()

/**
 * Validates an account form with the same rules and messages as the browser; `today` as for every form. The input comes
 * back in its canonical form (Q87).
 */
export function validateInput<Input extends Readonly<Record<string, string>>>(
  form: Form,
  given: Input,
  today: string,
): ValidatedInput<Input> {
  const canonical = canonicalAnswers(form, given)
  const input = given.username === undefined ? canonical : { ...canonical, username: usernameFrom(given.username) }
  const found = problemsIn(form, { ...emptyApplication, answer: input }, today)
  if (found.length === 0) return { kind: 'valid', input }
  return { kind: 'invalid', problems: found.map((each) => ({ ...each, message: say(each.message) })) }
}

const refusedPasswords = {
  easy: toSay('This password is easy to guess. Please add a word that nobody would expect.'),
  breached: toSay('This password is on a list of stolen passwords. Please choose another one.'),
}

/** The refusal of a password that meets the rules of its form. */
export const refusedPassword = (form: Form, reason: keyof typeof refusedPasswords): Invalid => ({
  kind: 'invalid',
  problems: problemsWith(form, 'password', say(refusedPasswords[reason])),
})

const problemsWith = (form: Form, key: string, message: string): readonly Problem[] =>
  form.pages.map(({ slug }) => ({ page: slug, key, message }))
