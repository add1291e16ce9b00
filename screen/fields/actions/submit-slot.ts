import { createContext, type ReactNode } from 'react'

/** The button below the signatures, which the page around the form provides. */
export const SubmitSlot = createContext<ReactNode>(null)
