import { createContext, useContext } from 'react'

/** Handles an error that is for the whole tab, such as that the session is over; returns whether it was one. */
type HandleSessionError = (error: unknown) => boolean

/** Provided by the app. Without it nothing is for the whole tab. */
export const SessionErrorContext = createContext<HandleSessionError>(() => false)

/** For an action that shows its own errors and leaves those of the session to the app. */
export const useSessionError = (): HandleSessionError => useContext(SessionErrorContext)
