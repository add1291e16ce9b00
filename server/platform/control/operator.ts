import { AsyncLocalStorage } from 'node:async_hooks'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { canonicalText } from '../../../engine/index.ts'

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

/** Who does something that the audit log records: the person's name, the actor of its row, and their id if they have one. */
export type Doer = { readonly by: string; readonly actor: string; readonly person?: number }

/** A person who gives a command. */
export const operatorFor = (by: string): Doer => ({ by, actor: operator() })

/** The audit row of what somebody did. */
export const auditRow = (
  { actor, ...who }: Doer,
  action: string,
  subject: string,
  detail: Readonly<Record<string, unknown>>,
) => ({ actor, action, subject, detail: JSON.stringify({ ...who, ...detail }) })

/** The words and options of a command. Throws its usage if it does not have an option. */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    throw new Error(usage)
  }
}

/** The person of `--by`, whom the audit log names, because the server's user is nobody in particular. */
export function personIn(by = ''): string {
  const person = canonicalText(by)
  if (person !== '') return person
  throw new Error('Say who does this, with --by and a name or an address.')
}

/**
 * An error that says in one sentence why something that a person asked for is not done, by a command or at the staff
 * desk. Any other error is a fault of the program or of the machine, and its message is for the log.
 */
export function declined(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'Declined'
  return error
}

/** Whether the message of an error is for the person who asked. */
export const isDeclined = (error: unknown): error is Error => error instanceof Error && error.name === 'Declined'
