import { createContext } from 'react'
import type { Entry } from '../../../engine/index.ts'

/** The title of the entry around a field, for names that must differ between entries; '' outside of one. */
export const EntryTitleContext = createContext('')

/** What an entry is, from its title: "college" for College 2. Abbreviations stay as they are. */
export const nounOf = ({ title, number }: Entry): string =>
  title
    .replaceAll(` ${number}`, '')
    .split(/(?<=[ /])/)
    .map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
    .join('')
