import { createContext, useContext } from 'react'
import type { Session } from './create-session.ts'

export const SessionContext = createContext<Session | null>(null)

/** The person in this tab. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This component must be rendered inside SessionContext.')
  return session
}
