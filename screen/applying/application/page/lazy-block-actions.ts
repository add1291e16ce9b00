import type { BlockActions } from '../../../fields/index.ts'
import { lazyCode } from '../../../parts/index.ts'
import type { BlockActionsDeps } from './block-actions.ts'

// Entries can be added without a network.
const blockActions = lazyCode(async () => (await import('./block-actions.ts')).createBlockActions, { preloaded: true })

/** The actions of repeated blocks and tabs, whose code loads after the first page. */
export function lazyBlockActions(deps: BlockActionsDeps): BlockActions {
  const actions = async () => (await blockActions.load())(deps)
  return {
    signedIn: deps.signedIn,
    addEntry: async (...given) => (await actions()).addEntry(...given),
    removeEntry: async (...given) => (await actions()).removeEntry(...given),
    open: deps.applicant.open,
    chooseTab: async (...given) => (await actions()).chooseTab(...given),
  }
}
