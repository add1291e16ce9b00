import { createContext, useContext } from 'react'
import type { Repeated, Tabs } from '../../engine/index.ts'

/**
 * What a block asks of the application around it, because the server has its part in it. Each promise is kept once the store
 * holds the outcome; a failure is told to the person by whoever gives the action, and changes nothing.
 */
export type BlockActions = {
  /** `count` is the number of entries there shall be. */
  addEntry(block: Repeated, count: number): Promise<void>
  /** The entries after this one move up. */
  removeEntry(block: Repeated, number: number): Promise<void>
  /** False when a conversion that the server knows of forbids it (requirement 4.tabs.1). */
  chooseTab(block: Tabs, tabId: string): Promise<boolean>
  readonly signedIn: boolean
}

export const BlockActionsContext = createContext<BlockActions | null>(null)

export function useBlockActions(): BlockActions {
  const actions = useContext(BlockActionsContext)
  if (actions === null) throw new Error('A block that needs the server stands outside BlockActionsContext.')
  return actions
}
