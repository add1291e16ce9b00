import { fileLimitsOf, webStatuses, webStatusFrom } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { emptyApplication, type Form, problemsIn, say } from '../../engine/index.ts'
import { type AdmissionsKey, firstPath } from '../../form/index.ts'
import {
  type Applicant,
  createApplicant,
  createDeviceStorages,
  type DeviceStorage,
  type Erasure,
  postWebStatus,
} from '../applying/application/index.ts'
import {
  askedForm,
  CallError,
  call,
  callsAs,
  createProfileSource,
  forgetIdentityCookie,
  isForAll,
  isLoggedIn,
  loggedInAs,
  type ProfileSource,
  pageData,
  spoken,
  unsentError,
} from '../client/index.ts'
import { createDocuments, type Documents } from '../documents/documents/index.ts'
import { type ApplicationStore, createApplicationStore } from '../fields/index.ts'
import { createObservable, type Observable } from '../parts/index.ts'
import type { NavigateOptions, Router } from '../router/index.ts'
import { createHistoryScrubber, createReturnPath, forgetToken, takeToken } from './address-and-history.ts'
import { createMailMatter, type MailMatter, placeOf } from './mail-matter.ts'
import { createErasures, createLastActivity, type Erasures, type LastActivity, type TabMessage } from './other-tabs.ts'
import { accountIn, type BrowserState, createPresence, type Effect, type PresenceRunner } from './presence.ts'

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
  /** What the link of a mail that was followed here is about. */
  readonly matter: MailMatter
  /** Pass it the router, so that the session can keep answers out of the browser's history. */
  readonly watchHistory: (router: Pick<Router, 'get' | 'subscribe'>) => void
  /**
   * Reads the profile of the logged-in person and fills the store, once; for a visitor, it makes no call. Returns the
   * page to restore, if any, until a page of the form has opened.
   */
  enter(): Promise<{ readonly place: string | undefined }>
  /**
   * Opens another application of the account, at a document that it waits for, after saving what was typed here. Throws
   * if answers are not saved yet.
   */
  openApplication(id: string, request?: string): Promise<void>
  /** Ends the session on request (requirement 2.account-menu.5). Throws if answers are not saved yet. */
  logOut(): Promise<void>
  /**
   * Handles an error which says that the session is over, that another account is logged in, or that the application
   * was submitted. Returns false for any other error.
   */
  handleAuthError(error: unknown): boolean
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
  /** The account has another email address now. */
  readonly onRenamed: (username: string) => void
  /** A visitor erases the device or the draft. */
  readonly onErased: (what: Erasure) => void
  /** The person has deleted the account. */
  readonly onDeleted: () => void
}

type Go = (to: string, options: NavigateOptions) => unknown

/** The store of the application in this tab, with the institution's own words in the form. */
export const createPageStore = (): ApplicationStore =>
  createApplicationStore({ form: askedForm(), application: emptyApplication, today: pageData().today })

/** Creates the session of a tab. `go` navigates; it is first called after the router exists. */
export function createSession(go: Go): Session {
  const store = createPageStore()
  spoken.subscribe(() => store.speak(askedForm()))
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
    form,
    today,
    store,
    storages,
    callsAs,
    token: takeToken(storages.sensitive),
    isHere: () => isHere(presence, loggedInAs()),
    onStopped: handleAuthError,
  })
  const documents = createDocuments({
    form,
    limits: () => fileLimitsOf(pageData().institution.file_megabytes),
    store: applicant.store,
    save: applicant.save,
    calls: applicant,
  })
  /** Resolves whether it is open. Before the account is shown, nothing here is its own. */
  const openAs = async (account: string, id: string) => {
    const isShown = account === accountNow()
    const notNow = say(
      'Your last answers aren’t saved yet. Please try to open the other application again in a moment.',
    )
    if (isShown && !(await savedBeforeLeaving({ applicant, presence, documents }, notNow))) return false
    await callsAs(() => account).call('openApplication', { id })
    return true
  }
  const isOnCard = () => readBrowserState(form).page === 'card'
  /** The address of the first question that is missing or wrong; of the last page, where it is submitted, if none is. */
  const firstLeft = () => {
    const [problem] = problemsIn(form, applicant.store.current(), today)
    return problem ? `/${problem.page}#${problem.key}` : `/${form.pages.at(-1)?.slug}`
  }
  const matter = createMailMatter({ storage: storages.sensitive, open: openAs, isOnCard, firstLeft })
  const parts = { applicant, documents, profileSource, lastActivity, path, history, erasures, matter }
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

  function handleAuthError(error: unknown): boolean {
    if (!(error instanceof CallError) || !isForAll(error)) return false
    const why =
      error.status === 401 ? 'unauthorized' : error.code === 'other_account' ? error.code : 'already_submitted'
    happen({ kind: 'refused', why, account: error.account })
    return true
  }

  async function enter(): Promise<{ place: string | undefined }> {
    await storages.none.restored
    if (!isLoggedIn()) {
      happen({ kind: 'visitor entered' })
      return { place: undefined }
    }
    const cookie = loggedInAs()
    happen({ kind: 'profile requested' })
    const profile = await profileSource.read()
    const isNew = profile.account_id !== accountNow()
    const isSubmitted = webStatusFrom(profile.web_status) === 'submitted'
    // A draft is shown and saved first, because what a visitor typed belongs to it. A submitted one takes no answers.
    if (isNew && isSubmitted && (await matter.turn(profile))) {
      profileSource.forget()
      return enter()
    }
    happen({ kind: 'profile read', profile, cookie })
    if (!isSubmitted && (await matter.turn(profile))) return reloaded()
    const { account_id, web_status, last_page } = applicant.snapshot.get()
    if (isNew) path.enter(account_id, last_page)
    matter.arrive(profile)
    return { place: web_status === 'submitted' ? undefined : path.place() }
  }

  happen({ kind: 'loaded', isOverdue: lastActivity.isOver() })
  return {
    presence,
    applicant,
    documents,
    profileSource,
    lastActivity,
    message,
    erasures,
    matter,
    handleAuthError,
    device: storages.none,
    watchHistory(router) {
      for (const each of [history, path, matter]) each.watch(router)
    },
    enter,
    async openApplication(id, request) {
      if (await openAs(accountNow(), id)) loadAt(placeOf(request))
    },
    logOut: () => logOut({ applicant, presence, documents }),
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

const cards: readonly string[] = ['/signup', '/confirm', '/login', '/forgot']

/** The current state of this browser. */
function readBrowserState({ pages }: Form): BrowserState {
  const { pathname } = window.location
  const cookie = loggedInAs()
  if (pages.some(({ slug }) => `/${slug}` === pathname)) return { cookie, page: 'form' }
  if (pathname === '/' || pathname === '/completion') return { cookie, page: 'start' }
  if (pathname === '/reset') return { cookie, page: 'reset' }
  return { cookie, page: cards.includes(pathname) ? 'card' : 'other' }
}

/** The question that the address of the account answers, because nobody should type it twice (Q84). */
const EMAIL_ADDRESS: AdmissionsKey = 'email_address'

/** What a tab knows about the person in it. */
type Parts = {
  readonly applicant: Applicant
  readonly documents: Documents
  readonly profileSource: ProfileSource
  readonly lastActivity: LastActivity
  readonly path: ReturnType<typeof createReturnPath>
  readonly history: ReturnType<typeof createHistoryScrubber>
  readonly erasures: Erasures
  readonly matter: MailMatter
}

/** Performs one effect on what this tab knows about the person in it. */
function performEffect(parts: Parts, effect: Exclude<Effect, { do: 'go' | 'tell tabs' | 'ask server' }>): void {
  const { applicant, documents, profileSource, lastActivity, path, history, erasures, matter } = parts
  const forgetPerson = () => {
    profileSource.forget()
    history.forgetPerson()
    documents.empty()
    matter.news.set(undefined)
  }
  switch (effect.do) {
    case 'offer draft':
      applicant.visitorDraft.offer()
      return
    case 'show':
      show(parts, effect)
      return
    case 'rename':
      profileSource.change((profile) => ({ ...profile, username: effect.username }))
      applicant.snapshot.set({ ...applicant.snapshot.get(), username: effect.username })
      return
    case 'clear':
      applicant.clear(effect)
      if (effect.erasing === 'device') applicant.token.set(undefined)
      forgetPerson()
      return
    case 'discard draft':
      applicant.visitorDraft.discard()
      forgetPerson()
      return
    case 'mark erased':
      erasures.mark(effect.what)
      return
    case 'close':
      if (effect.receipt) addReceipt(parts, effect.receipt)
      applicant.close()
      documents.empty()
      return
    case 'remember path':
      path.keep(effect.account)
      return
    case 'forget path':
      path.forget()
      matter.forget()
      return
    case 'forget profile':
      profileSource.forget()
      return
    case 'forget activity':
      lastActivity.forget()
      return
    case 'forget cookie':
      forgetIdentityCookie()
      return
    case 'end session':
      lastActivity.forget()
      endSession()
      return
    case 'start at login':
      history.begin('/login', effect.state)
      return
  }
}

function show({ applicant, documents, lastActivity }: Parts, { profile }: Extract<Effect, { do: 'show' }>): void {
  applicant.show(profile)
  documents.follow(profile.converting)
  lastActivity.note()
  const { snapshot, call } = applicant
  if (snapshot.get().web_status !== 'submitted') applicant.fillEmpty({ [EMAIL_ADDRESS]: profile.username })
  if (snapshot.get().web_status !== 'none') return
  snapshot.set({ ...snapshot.get(), web_status: 'started' })
  void postWebStatus('started', call)
}

/** The completion page shows what was submitted without reading it again. */
function addReceipt({ applicant, profileSource }: Parts, { reference, submitted_at, version }: Reply<'submit'>): void {
  const { answer } = applicant.store.current()
  profileSource.change((profile) => ({
    ...profile,
    answer: Object.fromEntries(Object.entries(answer).map(([key, value = '']) => [key, value])),
    submission: { reference, submitted_at, version },
    reopening: null,
    withdrawn_at: null,
    web_status: webStatuses.map((web_status) => ({ web_status, at: submitted_at })),
  }))
}

/** The browser forgets the session at once, the server once it can be reached. Its reply changes nothing here. */
function endSession(): void {
  forgetIdentityCookie()
  call('logout').catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    const again = () => !isLoggedIn() && endSession() // otherwise someone has logged in since
    if (error.code === 'offline') window.addEventListener('online', again, { once: true })
  })
}

type Leaver = {
  readonly applicant: Applicant
  readonly presence: PresenceRunner
  readonly documents: Pick<Documents, 'isUnsent'>
}

/**
 * Saves what was typed here, because this page is about to go. Returns false if the account is no longer here. Throws a
 * CallError if answers are not saved, with `notNow` as its message, or files not sent yet.
 */
async function savedBeforeLeaving({ applicant, presence, documents }: Leaver, notNow: string): Promise<boolean> {
  const { store, queue } = applicant
  const isSubmitted = () => presence.get().at === 'submitted'
  const account = accountIn(presence.get())
  presence.happen({ kind: 'cookie checked' })
  if (accountIn(presence.get()) !== account) return false // another account is logged in, which did not ask for it
  if (documents.isUnsent()) throw unsentError()
  store.commitAll()
  if (!isSubmitted()) applicant.adoptUnsaved()
  if ((await queue.flush()) || isSubmitted()) return true
  if (accountIn(presence.get()) !== account) return false // logged out meanwhile
  throw new CallError('offline', 0, notNow)
}

/** Saves, ends the session on the server, and clears the device. Throws if not all is saved. */
async function logOut(leaver: Leaver): Promise<void> {
  const { applicant, presence } = leaver
  const account = accountIn(presence.get())
  const notNow = say('Your last answers aren’t saved yet. Please try to log out again in a moment.')
  if (!(await savedBeforeLeaving(leaver, notNow))) return
  try {
    await applicant.call('logout')
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
    // The session was over already, but logging out still erases the data here.
    return presence.happen({ kind: 'left', how: 'over', account, isErasing: true })
  }
  presence.happen({ kind: 'left', how: 'person', account, isTooLate: applicant.tooLate.get() !== undefined })
}

/** Reads everything again, for another application. Never resolves. */
function reloaded(): Promise<never> {
  loadAt(placeOf())
  return new Promise(() => {})
}

/** Loads a page anew, also where only its hash is another one: a browser would follow that without loading anything. */
function loadAt(place: string): void {
  const { pathname } = window.location
  window.location.assign(place)
  if (new URL(place, window.location.href).pathname === pathname) window.location.reload()
}
