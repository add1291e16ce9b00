import type { To } from 'react-router'
import { ownErrors, SUBMITTED, webStatuses } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { withInstitution } from '../../engine/index.ts'
import { admissions, firstPath } from '../../form/index.ts'
import {
  CallError,
  call,
  callsAs,
  createProfileSource,
  forgetIdentityCookie,
  isLoggedIn,
  loggedInAs,
  type NavigationState,
  type ProfileSource,
  pageData,
} from '../client/index.ts'
import {
  type Applicant,
  createApplicant,
  createDeviceStorages,
  createObservable,
  type DeviceStorage,
  type Observable,
  postWebStatus,
} from '../features/application/index.ts'
import { createDocuments, type Documents } from '../features/documents/index.ts'
import { createHistoryScrubber, type Router } from './history-scrubber.ts'
import { createLastActivity, type LastActivity } from './last-activity.ts'
import { createReturnPath } from './return-path.ts'
import { forgetToken, takeToken } from './take-token.ts'

/** How a session ended: by Log Out, by inactivity, because the server no longer knew it, or by clearing the device. */
export type Leaving = { readonly account: string; readonly how: 'person' | 'idle' | 'over' | 'cleared' }

/** Who is logged in, for the whole app: how people enter and leave, and what is known about them meanwhile. */
export type Session = {
  readonly applicant: Applicant
  readonly documents: Documents
  readonly profileSource: ProfileSource
  readonly lastActivity: LastActivity
  /** Storage on this device shared by all its tabs. */
  readonly device: DeviceStorage
  /** Reports who has just left this tab. */
  readonly left: Observable<Leaving | undefined>
  /** Pass it the router, so that the session can keep answers out of the browser's history. */
  readonly watchHistory: (router: Router) => void
  /**
   * Reads the profile of the logged-in person and fills the store, once; for a visitor, it makes no call. Returns the
   * page to restore, if any.
   */
  enter(): Promise<{ readonly place: string | undefined }>
  /** Ends the session on request (requirement 2.account-menu.5). Throws if answers are not saved yet. */
  logOut(): Promise<void>
  /** Ends the session for inactivity: here at once, on the server once it can be reached (requirement 4.idle.5). */
  logOutIdle(): void
  /** Leaves as another tab has already done. */
  leave(how: Leaving['how']): void
  /** Switches to the account logged in in this browser, if another tab has changed it. */
  follow(): void
  /** Asks the server who is logged in, and switches to that account. The identity cookie is less reliable. */
  askWhoIsHere(): Promise<void>
  /** The server no longer knows the session. Unsaved answers stay on the device for the same account. */
  sendOut(): void
  /**
   * Handles an error which says that the session is over, that another account is logged in, or that the application
   * was submitted. Returns false for any other error.
   */
  obey(error: unknown): boolean
  /** The application was submitted, here or in another tab. */
  finish(): void
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
}

/** Shown to a person who had the form open when somebody else logged in. */
const SOMEBODY_ELSE =
  'Somebody else has logged in to this browser, and this page now shows their application. What you had not saved is kept on this device for you.'
/** Shown on /login after a person logs out who wrote answers too late. */
const TOO_LATE =
  'You have been logged out. What you wrote after your application was submitted is not part of it, and was not saved.'

/** Passed to /login to show there, by how the session ended. */
const words: Readonly<Record<Leaving['how'], NavigationState>> = {
  person: { successMessage: 'You have been logged out.' },
  idle: { errorMessage: 'You have been automatically logged out due to inactivity.' }, // 8.inactivity.1
  over: { errorMessage: ownErrors.unauthorized.message },
  cleared: {},
}

/** The cards for signing in work even if the profile cannot be read, so nobody is sent away from them. */
const isOnCard = () => ['/signup', '/confirm', '/login', '/forgot', '/reset'].includes(window.location.pathname)
/** The reset link from an email works for anyone, whatever other tabs do. */
const isResetting = () => window.location.pathname === '/reset'

type Go = (to: To, options: { state?: unknown; replace?: boolean }) => unknown

/**
 * Creates the session of a tab.
 * Above 80 lines: whoever enters or leaves changes the same few variables.
 */
export function createSession(go: Go): Session {
  const storages = createDeviceStorages()
  const token = takeToken(storages.sensitive)
  const { institution, today } = pageData()
  const history = createHistoryScrubber(storages.sensitive)
  const lastActivity = createLastActivity(storages.none)
  const place = createReturnPath(storages.sensitive)
  const left = createObservable<Leaving | undefined>(undefined)
  /** The identity cookie at the time the current account entered. It is only compared with itself. */
  let identity = ''
  /** The identity cookie for the last profile request. */
  let tried = ''
  const profileSource = createProfileSource({ onUnauthorized: sendOut })
  const form = withInstitution(admissions, institution)
  const applicant = createApplicant({
    form,
    today,
    storages,
    token,
    callsAs,
    isHere: () => ['', identity].includes(loggedInAs()), // without an identity cookie, the server decides
    onStopped: obey,
    onLeft: (erasing) => {
      profileSource.forget()
      history.forgetPerson()
      documents.empty()
      if (erasing && !snapshot.get().is_logged_in) left.set({ account: '', how: 'cleared' })
    },
  })
  const documents = createDocuments({ form, store: applicant.store, save: applicant.save, calls: applicant })
  const { snapshot } = applicant
  applicant.token.subscribe(() => {
    if (applicant.token.get() === undefined) forgetToken(storages.sensitive)
  })
  if (isLoggedIn() && lastActivity.isOver()) endExpiredSession()
  else if (!isLoggedIn()) lastActivity.forget() // left over from an ended session

  /** The person who loads the page was away too long, so nothing of the account is read or shown. */
  function endExpiredSession(): void {
    place.keep('')
    endOnServer()
    const { pathname } = window.location
    const isForm = ['/', '/completion', ...applicant.store.form.pages.map(({ slug }) => `/${slug}`)].includes(pathname)
    if (isForm) history.begin('/login', words.idle)
  }

  /** The browser forgets the session at once, the server once it can be reached. Its reply changes nothing here. */
  function endOnServer(): void {
    forgetIdentityCookie()
    lastActivity.forget()
    call('logout').catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const again = () => !isLoggedIn() && endOnServer() // otherwise someone has logged in since
      if (error.code === 'offline') window.addEventListener('online', again, { once: true })
    })
  }

  const isSubmitted = () => snapshot.get().web_status === 'submitted'

  function leave(how: Leaving['how'], erasing = how === 'person' || how === 'cleared', state = words[how]): void {
    const account = snapshot.get().account_id
    tried = ''
    if (erasing) {
      place.forget()
      applicant.token.set(undefined)
    } else place.keep(account)
    applicant.leave({ erasing })
    if (how !== 'cleared') lastActivity.forget()
    left.set({ account, how })
    if (how !== 'cleared' && !(how === 'over' && isResetting())) go('/login', { state })
  }

  function sendOut(): void {
    const { is_logged_in } = snapshot.get()
    if (is_logged_in && isLoggedIn() && loggedInAs() !== identity) {
      follow()
      return
    }
    const isOut = left.get() !== undefined || isOnCard() // by an earlier reply, or while signing in
    if (is_logged_in || !isOut) leave('over')
  }

  function follow(): void {
    const { is_logged_in } = snapshot.get()
    if (is_logged_in ? loggedInAs() === identity : !isLoggedIn()) return
    if (!is_logged_in && isOnCard() && loggedInAs() === tried) return // its profile could not be read
    if (!isLoggedIn()) {
      leave('over')
      return
    }
    takeIn(is_logged_in)
  }

  /** Lets the account that is now logged in enter. With `isInstead`, it replaces the account that is open here. */
  function takeIn(isInstead: boolean): void {
    if (isInstead) applicant.leave({ erasing: false })
    profileSource.forget()
    if (isResetting()) return
    const { pathname, search, hash } = window.location
    const isForm = applicant.store.form.pages.some(({ slug }) => `/${slug}` === pathname)
    const state: NavigationState = isInstead ? { errorMessage: SOMEBODY_ELSE } : {}
    go(isForm ? pathname + search + hash : firstPath, { replace: true, state })
  }

  async function askWhoIsHere(): Promise<void> {
    const { account_id, is_logged_in } = snapshot.get()
    if (!is_logged_in) return // an earlier reply has already been handled
    if (loggedInAs() !== identity) return follow()
    try {
      const profile = await profileSource.refresh()
      if (snapshot.get().account_id === account_id && profile.account_id !== account_id) takeIn(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error // the next call will be refused too, and will ask again
    }
  }

  function obey(error: unknown): boolean {
    if (!(error instanceof CallError)) return false
    if (error.status === 401) sendOut()
    else if (error.code === 'other_account') void askWhoIsHere()
    else if (error.code === 'already_submitted') finish()
    else return false
    return true
  }

  function finish(): void {
    if (isSubmitted()) return
    markSubmitted()
    profileSource.forget() // it was read earlier and has no reference number
    go('/completion', { replace: true })
  }

  function markSubmitted(): void {
    applicant.close()
    documents.empty()
    snapshot.set({ ...snapshot.get(), web_status: 'submitted' })
  }

  return {
    applicant,
    documents,
    profileSource,
    lastActivity,
    device: storages.none,
    left,
    watchHistory: history.watch,
    sendOut,
    obey,
    leave,
    follow,
    askWhoIsHere,
    finish,
    async enter() {
      await storages.none.restored
      if (!isLoggedIn()) {
        applicant.enterAsVisitor()
        return { place: undefined }
      }
      const said = loggedInAs()
      tried = said
      const profile = await profileSource.read()
      identity = said // before anything is saved on its behalf
      const isNew = applicant.enterAs(profile)
      if (!isNew) return { place: undefined }
      documents.follow(profile.converting)
      left.set(undefined)
      lastActivity.note()
      const { account_id, web_status, last_page } = snapshot.get()
      if (web_status === 'none') {
        snapshot.set({ ...snapshot.get(), web_status: 'started' })
        void postWebStatus('started', applicant.call)
      }
      const stored = place.take(account_id)
      return { place: web_status === 'submitted' ? undefined : (stored ?? (last_page || undefined)) }
    },
    async logOut() {
      const { store, queue, tooLate } = applicant
      store.commitAll()
      if (!isSubmitted()) applicant.adoptUnsaved()
      if (!(await queue.flush()) && !isSubmitted()) {
        if (!snapshot.get().is_logged_in) return // logged out meanwhile
        throw new CallError(
          'offline',
          0,
          'Your last answers are not saved yet. Please try to log out again in a moment.',
        )
      }
      try {
        await call('logout')
      } catch (error) {
        if (!(error instanceof CallError && error.status === 401)) throw error
        return leave('over', true) // the session was over already, but logging out still erases the data here
      }
      leave('person', true, tooLate.get() ? { successMessage: TOO_LATE } : words.person)
    },
    logOutIdle() {
      endOnServer()
      leave('idle')
    },
    onSubmitted({ reference, submitted_at, message: _ }) {
      const { answer } = applicant.store.current()
      profileSource.change((profile) => ({
        ...profile,
        answer: Object.fromEntries(Object.entries(answer).map(([key, value = '']) => [key, value])),
        submission: { reference, submitted_at },
        web_status: webStatuses.map((web_status) => ({ web_status, at: submitted_at })),
      }))
      markSubmitted()
      go('/completion', { state: { successMessage: SUBMITTED } })
    },
  }
}
