import { createContext, useContext } from 'react'
import type { Session } from './create-session.ts'
import type { PageSession } from './still-session.ts'

export const SessionContext = createContext<PageSession | Session | null>(null)

/** The session; of a visitor whose page has just arrived, only what pages use of it. */
export function useSession(): PageSession | Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This component must be rendered inside SessionContext.')
  return session
}
