/** Who does something that the audit log records: the person's name, and the actor of its row. */
export type Doer = { readonly by: string; readonly actor: string }

/** A person who gives a command. */
export const operatorFor = (by: string): Doer => ({ by, actor: 'operator' })
