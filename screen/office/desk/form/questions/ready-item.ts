import type { OwnItem } from '../../../../../engine/index.ts'

/** One item that is ready to be asked. What refers to another one of the same entry does so by its `as`. */
export type ReadyItem = Omit<OwnItem, 'in' | 'since' | 'options' | 'order' | 'retired'> & {
  readonly as?: string
  /** The block or section of the same entry in which it stands. */
  readonly within?: string
  readonly answers?: readonly (readonly [code: string, label: string])[]
  /** The answers to another one after which it is asked. */
  readonly after?: { readonly of: string; readonly is: readonly string[] }
}

/** Ready-made questions that belong together. `titled` is what an office looks for. */
export type Ready = { readonly titled: string; readonly topic: string; readonly items: readonly ReadyItem[] }

export const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
export const yesNoUnsure = [...yesNo, ['U', 'I am not sure']] as const
export const yesNoUnsaid = [...yesNo, ['X', 'Prefer not to say']] as const
