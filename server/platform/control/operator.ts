import { AsyncLocalStorage } from 'node:async_hooks'

const users = new AsyncLocalStorage<string>()

/** Runs a command for a user of the system. */
export const asUser = <Result>(user: string, run: () => Result): Result => users.run(user, run)

/**
 * The actor of an audit row about a command: `operator`, and which user of the system gave it, as the command itself says:
 * only the server's user and root reach it. Rows have the person of `--by` in their detail, because such a user is often
 * nobody in particular.
 */
export function operator(): string {
  const user = users.getStore() ?? ''
  return user === '' ? 'operator' : `operator:${user}`
}
