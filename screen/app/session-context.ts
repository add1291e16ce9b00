import { createContext, useContext } from 'react'
import type { Session } from './create-session.ts'

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This part of the app stands outside SessionContext.')
  return session
}
