import { createContext } from 'react'

/** The title of the entry around a field, for names that must differ between entries; '' outside of one. */
export const EntryTitleContext = createContext('')
