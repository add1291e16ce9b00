import { isGiven } from '../../../../engine/index.ts'
import type { ApplicationStore } from '../../../fields/index.ts'
import { type Applicant, answersToPass, visitor } from './applicant.ts'

/**
 * A visitor of whom nothing is known but what the store holds. It stands for the applicant until the code of saving and
 * drafts has loaded, and when the server renders the page. Nothing is sent and nothing is kept.
 */
export function createStubApplicant(store: ApplicationStore): Applicant {
  return {
    store,
    queue: {
      state: () => quiet,
      subscribe: () => nothing,
      unsaved: () => none,
      refused: () => none,
      orders: () => ({}),
      changed: nothing,
      restore: nothing,
      sendBeforeLeaving: nothing,
      empty: nothing,
      flush: async () => true,
    },
    snapshot: always(visitor),
    visitorDraft: {
      returned: always(undefined),
      isKnown: () => false,
      offer: nothing,
      goOn: nothing,
      discard: nothing,
      withdraw: nothing,
      forgetTab: nothing,
    },
    token: always(undefined),
    conflicts: always({}),
    seen: always({ revision: 0, complete: 0 }),
    tooLate: { ...always(undefined), show: nothing, forget: nothing, hide: nothing },
    unsavedEntries: new Map(),
    ...{
      call: never,
      callOnce: never,
      device: () => '',
      blockOrder: () => ({ device: '', keys: {} }),
      save: async () => {},
    },
    show: nothing,
    resolveConflicts: nothing,
    adoptUnsaved: nothing,
    acknowledge: nothing,
    caughtUp: nothing,
    close: nothing,
    fillEmpty: nothing,
    clear: nothing,
    hide: nothing,
    open: (gate) => store.setEntries(gate, 1),
    answersToPass: () => answersToPass(store),
    hasAnswers: () => Object.values(store.current().answer).some(isGiven),
  }
}

const quiet = { kind: 'quiet' } as const
const none: readonly string[] = []
const nothing = () => {}
const never = () => new Promise<never>(nothing)

function always<Value>(value: Value) {
  return { get: () => value, set: nothing, subscribe: () => nothing }
}
