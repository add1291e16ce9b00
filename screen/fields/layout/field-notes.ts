import { createContext, useContext } from 'react'

/** What something outside a field says about it. */
export type FieldNote = {
  /** The ids of elements that describe the control, after its own help and messages. */
  readonly describedBy: string
  /** Whether it says that the answer is wrong. */
  readonly isWrong?: boolean
}

/** The notes on fields by answer key, such as a message of the server about several of them. */
export const FieldNotesContext = createContext<Readonly<Record<string, FieldNote>>>({})

export const useFieldNote = (key: string): FieldNote | undefined => useContext(FieldNotesContext)[key]
