import { createContext, useContext } from 'react'
import { mayStaff, type StaffRight } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'

type Session = StaffReply<'staffSession'>
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in. Every page but the one for signing in has somebody. */
export function useStaff(): Session & { readonly may: (right: StaffRight) => boolean } {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This page is only for who is signed in.')
  return { ...session, may: (right) => mayStaff(session.role, right) }
}
