import { createContext, useContext } from 'react'
import type { Uncaught } from './listen-for-uncaught.ts'

export const UncaughtContext = createContext<Uncaught | null>(null)

export function useUncaught(): Uncaught {
  const uncaught = useContext(UncaughtContext)
  if (uncaught === null) throw new Error('This component must be rendered inside UncaughtContext.')
  return uncaught
}
