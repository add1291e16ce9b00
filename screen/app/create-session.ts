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

/** How someone went: by Log Out, for inactivity, because the server no longer knew the session, or by clearing the device. */
export type Leaving = { readonly account: string; readonly how: 'person' | 'idle' | 'over' | 'cleared' }

/** Who is here, for the whole app: coming in, being sent out, and what is known of the person meanwhile. */
export type Session = {
  readonly applicant: Applicant
  readonly documents: Documents
  readonly profileSource: ProfileSource
  readonly lastActivity: LastActivity
  /** Where this device keeps what all its tabs share. */
  readonly device: DeviceStorage
  /** Tells of whoever has just left this tab. */
  readonly left: Observable<Leaving | undefined>
  /** To be told of every navigation, so that the browser's history holds no answers. */
  readonly watchHistory: (router: Router) => void
  /** Reads the profile of who is logged in and fills the store, once; for a visitor makes no call. The place to restore, if any. */
  enter(): Promise<{ readonly place: string | undefined }>
  /** Ends the session at the person's wish (requirement 2.account-menu.5). Throws when answers are not saved yet. */
  logOut(): Promise<void>
  /** Ends it for inactivity: at once here, and on the server as soon as it can be reached (requirement 4.idle.5). */
  logOutIdle(): void
  /** Leaves as another tab has done already. */
  leave(how: Leaving['how']): void
  /** Goes by who is logged in in this browser, if another tab has changed that. */
  follow(): void
  /** Asks the server who is logged in, and goes by that: it knows better than any cookie that the screen can read. */
  askWhoIsHere(): Promise<void>
  /** The server no longer knows the session. What is unsaved stays on the device for the same account. */
  sendOut(): void
  /** Does what an error asks for when it says that the session is over or the application submitted; false for any other. */
  obey(error: unknown): boolean
  /** The application was submitted, here or in another tab. */
  finish(): void
  readonly onSubmitted: (receipt: Reply<'submit'>) => void
}

/** What is said to whoever had the form open when another person logged in. */
const SOMEBODY_ELSE =
  'Somebody else has logged in to this browser, and this page now shows their application. What you had not saved is kept on this device for you.'
/** What is said on /login to whoever logs out after writing too late. */
const TOO_LATE =
  'You have been logged out. What you wrote after your application was submitted is not part of it, and was not saved.'

/** What is said on /login to whoever has left. */
const words: Readonly<Record<Leaving['how'], NavigationState>> = {
  person: { successMessage: 'You have been logged out.' },
  idle: { errorMessage: 'You have been automatically logged out due to inactivity.' }, // 8.inactivity.1
  over: { errorMessage: ownErrors.unauthorized.message },
  cleared: {},
}

/** Signing in, also while the profile cannot be read: nobody is taken away from these. */
const isOnCard = () => ['/signup', '/confirm', '/login', '/forgot', '/reset'].includes(window.location.pathname)
/** The link of a mail is used whoever is signed in, and whatever other tabs do. */
const isResetting = () => window.location.pathname === '/reset'

type Go = (to: To, options: { state?: unknown; replace?: boolean }) => unknown

export function createSession(go: Go): Session {
  const storages = createDeviceStorages()
  const token = takeToken(storages.sensitive)
  const { institution, today } = pageData()
  const history = createHistoryScrubber(storages.sensitive)
  const lastActivity = createLastActivity(storages.none)
  const place = createReturnPath(storages.sensitive)
  const left = createObservable<Leaving | undefined>(undefined)
  /** What the identity cookie said when who is here came in; it is compared with itself alone, whatever it says. */
  let identity = ''
  /** The identity cookie whose profile was asked for last. */
  let tried = ''
  const profileSource = createProfileSource({ onUnauthorized: sendOut })
  const form = withInstitution(admissions, institution)
  const applicant = createApplicant({
    form,
    today,
    storages,
    token,
    callsAs,
    isHere: () => ['', identity].includes(loggedInAs()), // without an identity cookie the server judges
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
  else if (!isLoggedIn()) lastActivity.forget() // of a session that is over

  /** The page is loaded by someone who was away too long: nothing of the account is read, let alone drawn. */
  function endExpiredSession(): void {
    place.keep('')
    endOnServer()
    const { pathname } = window.location
    const isForm = ['/', '/completion', ...applicant.store.form.pages.map(({ slug }) => `/${slug}`)].includes(pathname)
    if (isForm) history.begin('/login', words.idle)
  }

  /** The browser forgets the session at once, the server when it can be reached; what it answers changes nothing here. */
  function endOnServer(): void {
    forgetIdentityCookie()
    lastActivity.forget()
    call('logout').catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const again = () => !isLoggedIn() && endOnServer() // else someone has logged in since
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
    const isOut = left.get() !== undefined || isOnCard() // by an answer that came before, or while signing in
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

  /** Whoever is logged in now comes in; `isInstead` of somebody whose application stands here. */
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
    if (!is_logged_in) return // an answer that came before has been acted on
    if (loggedInAs() !== identity) return follow()
    try {
      const profile = await profileSource.refresh()
      if (snapshot.get().account_id === account_id && profile.account_id !== account_id) takeIn(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error // the next call is refused as well, and asks again
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
    profileSource.forget() // it was read before, and knows no reference number
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
      identity = said // before anything is saved in its name
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
        if (!snapshot.get().is_logged_in) return // sent out meanwhile
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
        return leave('over', true) // it was over already; who wanted to go leaves nothing behind all the same
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
