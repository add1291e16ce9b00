import { createContext, type ReactNode, useContext } from 'react'
import type { ApplicationStore } from './application-store.ts'

const ApplicationContext = createContext<ApplicationStore | null>(null)

/** Provides the answers to the fields inside it. The application has one store, and each account card has its own. */
export function ApplicationProvider({ store, children }: { store: ApplicationStore; children: ReactNode }) {
  return <ApplicationContext value={store}>{children}</ApplicationContext>
}

/** The store of the nearest provider. Reading from it does not subscribe; `useApplication` does. */
export function useApplicationStore(): ApplicationStore {
  const store = useContext(ApplicationContext)
  if (store === null) throw new Error('A field must be rendered inside ApplicationProvider.')
  return store
}
