/**
 * What one page passes to the next in navigation state (requirements 2.routes.8, 2.routes.10, 2.routes.24 and
 * 2.navigation.11).
 */
export type NavigationState = {
  readonly username?: string
  readonly errorMessage?: string
  readonly successMessage?: string
  /** A success message that was shown as a toast. An account card goes on showing it. */
  readonly confirmation?: string
  readonly answers?: Readonly<Record<string, string>>
}

/** Reads navigation state, which a person or another release may have written. Malformed values are ignored. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== 'object' || state === null) return {}
  const passed: { -readonly [Name in keyof NavigationState]: NavigationState[Name] } = {}
  for (const name of ['username', 'errorMessage', 'successMessage', 'confirmation'] as const) {
    const value = found(state, name)
    if (typeof value === 'string' && value !== '') passed[name] = value
  }
  const answers = found(state, 'answers')
  if (isAnswers(answers)) passed.answers = answers
  return passed
}

const found = (state: object, name: string): unknown =>
  Object.hasOwn(state, name) ? Reflect.get(state, name) : undefined

const isAnswers = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string')
