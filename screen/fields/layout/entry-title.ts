import { createContext } from 'react'
import type { Repeated } from '../../../engine/index.ts'

/** The title of the entry around a field, for names that must differ between entries; '' outside of one. */
export const EntryTitleContext = createContext('')

/** What a repeated block adds, from the title of an entry: "college" for College 1. Abbreviations stay as they are. */
export const nounOf = ({ entries: [first], label }: Pick<Repeated, 'entries' | 'label'>): string =>
  (first?.title.replaceAll(` ${first.number}`, '') ?? label)
    .split(/(?<=[ /])/)
    .map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
    .join('')
