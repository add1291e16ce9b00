import { fileLimitsOf } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { firstPath } from '../../form/index.ts'
import {
  type Applicant,
  createApplicant,
  createDeviceStorages,
  type DeviceStorage,
  type Erasure,
} from '../applying/application/index.ts'
import {
  CallError,
  callsAs,
  createObservable,
  createProfileSource,
  isForAll,
  isLoggedIn,
  loggedInAs,
  type Observable,
  type ProfileSource,
  pageData,
} from '../client/index.ts'
import { createDocuments, type Documents } from '../documents/documents/index.ts'
import type { ApplicationStore } from '../fields/index.ts'
import { lazyCode } from '../parts/index.ts'
import type { NavigateOptions, Router } from '../router/index.ts'
import { readBrowserState } from './browser-state.ts'
import { createPageStore } from './create-page-store.ts'
import { createPresence, type PresenceRunner } from './create-presence.ts'
import { createErasures, type Erasures } from './erasures.ts'
import { createHistoryScrubber } from './history-scrubber.ts'
import { createLastActivity, type LastActivity } from './last-activity.ts'
import type { TabMessage } from './other-tabs.ts'
import { performEffect } from './perform-effect.ts'
import { accountIn, type Effect } from './presence.ts'
import { createReturnPath } from './return-path.ts'
import { forgetToken, takeToken } from './take-token.ts'

/** The person in this tab, for the whole app. `presence` decides who that is; everything else follows it. */
export type Session = {
  readonly presence: PresenceRunner
  readonly applicant: Applicant
  readonly documents: Documents
  readonly profileSource: ProfileSource
  readonly lastActivity: LastActivity
  /** Storage on this device shared by all its tabs. */
  readonly device: DeviceStorage
  /** The last message for the other tabs of this browser. */
  readonly message: Pick<Observable<TabMessage | undefined>, 'get' | 'subscribe'>
  readonly erasures: Erasures
  /** Pass it the router, so that the session can keep answers out of the browser's history. */
  readonly watchHistory: (router: Pick<Router, 'get' | 'subscribe'>) => void
  /**
   * Reads the profile of the logged-in person and fills the store, once; for a visitor, it makes no call. Returns the
   * page to restore, if any, until a page of the form has opened.
   */
  enter(): Promise<{ readonly place: string | undefined }>
  /** Ends the session on request (requirement 2.account-menu.5). Throws if answers are not saved yet. */
  logOut(): Promise<void>
  /**
   * Handles an error which says that the session is over, that another account is logged in, or that the application
   * was submitted. Returns false for any other error.
   */
  obey(error: unknown): boolean
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
  /** The account has another email address now. */
  readonly onRenamed: (username: string) => void
  /** A visitor erases the device or the draft. */
  readonly onErased: (what: Erasure) => void
  /** The person has deleted the account. */
  readonly onDeleted: () => void
}

// It saves first, and without a network says that it cannot.
const logOutCode = lazyCode(async () => (await import('./log-out.ts')).logOut, { preloaded: true })

type Go = (to: string, options: NavigateOptions) => unknown

/**
 * Creates the session of a tab, around the store in which a visitor may have typed already. `go` navigates; it is first
 * called after the router exists.
 */
export function createSession(go: Go, store: ApplicationStore = createPageStore()): Session {
  const storages = createDeviceStorages()
  const { form, today } = store
  const history = createHistoryScrubber(storages.sensitive)
  const lastActivity = createLastActivity(storages.none)
  const path = createReturnPath(storages.sensitive, () => readBrowserState(form).page === 'form')
  const erasures = createErasures(storages.none)
  const message = createObservable<TabMessage | undefined>(undefined)
  const presence = createPresence(() => readBrowserState(form), run)
  const { happen } = presence
  const accountNow = () => accountIn(presence.get())
  const profileSource = createProfileSource({ onUnauthorized: () => happen({ kind: 'refused', why: 'unauthorized' }) })
  const applicant = createApplicant({
    ...{ form, today, store, storages, callsAs },
    token: takeToken(storages.sensitive),
    isHere: () => isHere(presence, loggedInAs()),
    onStopped: obey,
  })
  const documents = createDocuments({
    form,
    limits: () => fileLimitsOf(pageData().institution.file_megabytes),
    ...{ store: applicant.store, save: applicant.save, calls: applicant },
  })
  const parts = { applicant, documents, profileSource, lastActivity, path, history, erasures }
  applicant.token.subscribe(() => applicant.token.get() ?? forgetToken(storages.sensitive))

  function run(effect: Effect): void {
    if (effect.do === 'go') go(addressOf(effect.to), { state: effect.state, ...(effect.replace && { replace: true }) })
    else if (effect.do === 'tell tabs') message.set(effect.message)
    else if (effect.do === 'ask server') void askServer(effect.account)
    else performEffect(parts, effect)
  }

  async function askServer(expected: string): Promise<void> {
    try {
      happen({ kind: 'owner read', expected, account: (await profileSource.refresh()).account_id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error // the next call will be refused too, and will ask again
    }
  }

  function obey(error: unknown): boolean {
    if (!(error instanceof CallError) || !isForAll(error)) return false
    const why =
      error.status === 401 ? 'unauthorized' : error.code === 'other_account' ? error.code : 'already_submitted'
    happen({ kind: 'refused', why, account: error.account })
    return true
  }

  happen({ kind: 'loaded', isOverdue: lastActivity.isOver() })
  return {
    ...{ presence, applicant, documents, profileSource, lastActivity, message, erasures, obey, device: storages.none },
    watchHistory(router) {
      for (const each of [history, path]) each.watch(router)
    },
    async enter() {
      await storages.none.restored
      if (!isLoggedIn()) {
        happen({ kind: 'visitor entered' })
        return { place: undefined }
      }
      const cookie = loggedInAs()
      happen({ kind: 'profile requested' })
      const profile = await profileSource.read()
      const isNew = profile.account_id !== accountNow()
      happen({ kind: 'profile read', profile, cookie })
      const { account_id, web_status, last_page } = applicant.snapshot.get()
      if (isNew) path.enter(account_id, last_page)
      return { place: web_status === 'submitted' ? undefined : path.place() }
    },
    logOut: async () => (await logOutCode.load())(applicant, presence, documents),
    onSubmitted: (receipt) => happen({ kind: 'submitted', account: accountNow(), receipt }),
    onRenamed: (username) => happen({ kind: 'renamed', account: accountNow(), username }),
    onErased: (what) => happen({ kind: 'erased', what }),
    onDeleted: () => happen({ kind: 'left', how: 'person', account: accountNow() }),
  }
}

/** Whether the account in this tab is still logged in. Without an identity cookie, the server decides. */
function isHere(presence: PresenceRunner, cookie: string): boolean {
  const state = presence.get()
  return cookie === '' || ('cookie' in state && state.cookie === cookie)
}

function addressOf(to: Extract<Effect, { do: 'go' }>['to']): string {
  if (to === 'first page') return firstPath
  if (to !== 'same page') return to
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}
