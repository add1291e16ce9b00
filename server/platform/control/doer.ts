import { operator } from './operator.ts'

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
