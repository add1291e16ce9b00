import { createContext, useContext } from 'react'
import { createStubApplicant } from '../applying/application/index.ts'
import type { ApplicationStore } from '../fields/index.ts'
import type { Session } from './create-session.ts'

export const SessionContext = createContext<PageSession | Session | null>(null)

/** The session; of a visitor whose page has just arrived, only what pages use of it. */
export function useSession(): PageSession | Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This component must be rendered inside SessionContext.')
  return session
}

/** What pages use of the session. */
export type PageSession = Pick<
  Session,
  'applicant' | 'documents' | 'logOut' | 'handleAuthError' | 'onSubmitted' | 'onErased' | 'onDeleted' | 'onRenamed'
>

/** The session of a visitor while its code is loading. What needs the code waits for it. */
export function createStubSession(store: ApplicationStore, arriving: Promise<Session>): PageSession {
  return {
    applicant: createStubApplicant(store),
    documents: {
      uploadOf: () => undefined,
      subscribe: () => nothing,
      isUploading: () => false,
      isUnsent: () => false,
      limits: () => none,
      onFailure: nothing,
      arrange: nothing,
      attach: async (...given) => (await arriving).documents.attach(...given),
      send: async (...given) => (await arriving).documents.send(...given),
      cancel: async (...given) => (await arriving).documents.cancel(...given),
      remove: async (...given) => (await arriving).documents.remove(...given),
      addressOf: async (...given) => (await arriving).documents.addressOf(...given),
      phoneLink: async (...given) => (await arriving).documents.phoneLink(...given),
      reload: async (...given) => (await arriving).documents.reload(...given),
      follow: async () => {},
      forget: nothing,
      empty: nothing,
    },
    logOut: async () => (await arriving).logOut(),
    handleAuthError: () => false,
    onSubmitted: nothing,
    onRenamed: nothing,
    onErased: async (what) => (await arriving).onErased(what),
    onDeleted: async () => (await arriving).onDeleted(),
  }
}

const nothing = () => {}

/** A visitor attaches no files. */
const none = { bytes: 0, nameLength: 0, types: [] }
