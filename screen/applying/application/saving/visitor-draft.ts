import { createObservable, type Observable } from '../../../client/index.ts'
import { type ApplicationStore, isWithheld } from '../../../fields/index.ts'
import {
  type DeviceStorage,
  type Drafts,
  EARLY,
  ERASED,
  earlyDraftIn,
  givenIn,
  isNothing,
  type StoredDraft,
} from '../drafts/index.ts'
import type { DraftAutosave } from './draft-autosave.ts'

export type VisitorDraft = {
  /** The draft that this visitor can continue, until they choose to continue it or start over. */
  readonly returned: Pick<Observable<StoredDraft | undefined>, 'get' | 'subscribe'>
  /** Whether the visitor has seen this draft in this tab; in any other tab it may be somebody else's. */
  isKnown(): boolean
  /** Restores the draft at once in the tab where it was typed; in any other tab it waits in `returned` (Q41). */
  offer(): void
  /** The visitor continues the draft. */
  goOn(): void
  /** The visitor erases the draft. */
  discard(): void
  /** Takes the offer back. */
  withdraw(): void
  /** This tab no longer counts as one in which the draft was seen. */
  forgetTab(): void
}

/** Set in a tab whose visitor has seen the draft, so that reloading the page does not ask again. */
const TAB = 'causeway.tab'

/** What an applicant without an account has left on this device. */
export function createVisitorDraft(deps: {
  store: ApplicationStore
  drafts: Drafts
  autosave: DraftAutosave
  tabStorage: DeviceStorage
  deviceStorage: DeviceStorage
}): VisitorDraft {
  const { store, drafts, autosave, tabStorage, deviceStorage } = deps
  const returned = createObservable<StoredDraft | undefined>(undefined)
  /** A tab that was closed before an erasure comes back with what it knew then. */
  const knownNow = () => deviceStorage.getItem(ERASED) ?? 'known'
  const isKnown = () => tabStorage.getItem(TAB) === knownNow()
  const know = () => {
    returned.set(undefined)
    tabStorage.setItem(TAB, knownNow())
  }
  const restore = ({ answer, add_another, withheld }: StoredDraft) => {
    autosave.write()
    store.receive({ answer: { ...answer, ...givenIn(store.current().answer) }, add_another })
    for (const key of withheld) store.remember(isWithheld, key, true)
    autosave.begin()
    know()
  }
  /**
   * Takes over what another tab left before it could keep a draft. Beside a draft it is dropped: nobody knows whether
   * both are one person's, and an application mixed from two is worse than a few words typed again.
   */
  const adoptEarly = () => {
    const early = earlyDraftIn(deviceStorage)
    deviceStorage.removeItem(EARLY)
    if (early && isNothing(drafts.read('visitor'))) drafts.keep('visitor', early)
  }
  const hasTyped = Object.keys(givenIn(store.current().answer)).length > 0 // before this code was there
  if (hasTyped && isNothing(drafts.read('visitor')) && !earlyDraftIn(deviceStorage)) know()
  return {
    returned,
    isKnown,
    offer() {
      adoptEarly()
      const stored = drafts.read('visitor')
      if (isNothing(stored) || isKnown()) restore(stored)
      else returned.set(stored)
    },
    goOn() {
      const stored = returned.get()
      if (stored) restore(stored)
    },
    discard() {
      drafts.forget('visitor')
      know()
    },
    withdraw: () => returned.set(undefined),
    forgetTab: () => tabStorage.removeItem(TAB),
  }
}
