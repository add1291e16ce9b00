import { createContext, useContext } from 'react'
import type { Repeated } from '../../../engine/index.ts'

/** What something outside a field says about it. */
type FieldNote = {
  /** The ids of elements that describe the control, after its own help and messages. */
  readonly describedBy: string
  /** Whether it says that the answer is wrong. */
  readonly isWrong?: boolean
}

/** The notes on fields by answer key, such as a message of the server about several of them. */
export const FieldNotesContext = createContext<Readonly<Record<string, FieldNote>>>({})

export const useFieldNote = (key: string): FieldNote | undefined => useContext(FieldNotesContext)[key]

/** The title of the entry around a field, for names that must differ between entries; '' outside of one. */
export const EntryTitleContext = createContext('')

/** What a repeated block adds, from the title of an entry: "college" for College 1. Abbreviations stay as they are. */
export const nounOf = ({ entries: [first], label }: Pick<Repeated, 'entries' | 'label'>): string =>
  (first?.title.replaceAll(` ${first.number}`, '') ?? label)
    .split(/(?<=[ /])/)
    .map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
    .join('')
