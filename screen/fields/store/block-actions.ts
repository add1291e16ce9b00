import { createContext, type ReactNode, useContext } from 'react'
import type { Repeated, Tabs } from '../../../engine/index.ts'

/**
 * What a block asks of the application around it, because the server is involved. Each promise resolves once the store
 * holds the result. If an action fails, the code that provides it shows the error, and nothing changes.
 */
export type BlockActions = {
  /** `count` is the new number of entries. */
  addEntry(block: Repeated, count: number): Promise<void>
  /** The entries after it move up. */
  removeEntry(block: Repeated, number: number): Promise<void>
  /** Returns false if the server has a running conversion that prevents the change (requirement 4.tabs.1). */
  chooseTab(block: Tabs, tabId: string): Promise<boolean>
  /** The person has opened what is behind a press or a "yes" (`gatesIn`). */
  open(gate: string): void
  readonly signedIn: boolean
}

export const BlockActionsContext = createContext<BlockActions | null>(null)

export function useBlockActions(): BlockActions {
  const actions = useContext(BlockActionsContext)
  if (actions === null) throw new Error('A block that needs the server must be rendered inside BlockActionsContext.')
  return actions
}

/** What the page around the form has to say at the end of a section. */
export const SectionEndSlot = createContext<(section: string) => ReactNode>(() => null)

/** The button below the signatures, which the page around the form provides. */
export const SubmitSlot = createContext<ReactNode>(null)
