import { ownErrors, SUBMITTED, webStatusFrom } from '../../api/browser.ts'
import type { Profile, Reply } from '../../api/index.ts'
import { say, toSay } from '../../engine/index.ts'
import type { Erasure } from '../applying/application/index.ts'
import type { NavigationState } from '../client/index.ts'
import { createObservable, type Observable } from '../parts/index.ts'
import type { Leaving, TabMessage } from './other-tabs.ts'

/** Who is in this tab. `tried` is the identity cookie for which the profile was last requested. */
export type Presence =
  /** The page has just been opened, and nobody has entered. */
  | { readonly at: 'opened'; readonly tried: string }
  | { readonly at: 'visitor'; readonly tried: string }
  /**
   * `cookie` is the identity cookie with which the account entered. It is only compared with itself. `username` is the
   * account's email address.
   */
  | { readonly at: 'account'; readonly account: string; readonly username: string; readonly cookie: string }
  /** The same, with a submitted application. */
  | { readonly at: 'submitted'; readonly account: string; readonly username: string; readonly cookie: string }
  /** This account has left, and nobody has entered since. */
  | { readonly at: 'left'; readonly account: string; readonly tried: string }

export type PresenceEvent =
  /** The page is loaded. `isOverdue`: the last activity is longer ago than a session may be idle. */
  | { readonly kind: 'loaded'; readonly isOverdue: boolean }
  /** A page of the form opens without an identity cookie. */
  | { readonly kind: 'visitor entered' }
  | { readonly kind: 'profile requested' }
  /** `cookie` is the identity cookie at the time of the request. */
  | { readonly kind: 'profile read'; readonly profile: Profile; readonly cookie: string }
  /** The identity cookie may have changed: another tab says so, or this one was hidden. */
  | { readonly kind: 'cookie checked' }
  /** A call was refused. `account` is the account for which it was made, if it named one. */
  | {
      readonly kind: 'refused'
      readonly why: 'unauthorized' | 'other_account' | 'already_submitted'
      readonly account?: string | undefined
    }
  /** The profile requested while `expected` was here belongs to `account`. */
  | { readonly kind: 'owner read'; readonly expected: string; readonly account: string }
  /** `isErasing`: the device is cleared although the session was over already, because the person asked to log out. */
  | {
      readonly kind: 'left'
      readonly how: Leaving
      readonly account: string
      readonly isInOtherTab?: boolean
      readonly isErasing?: boolean
      readonly isTooLate?: boolean
    }
  /** A visitor has erased this: in this tab, or in another one. */
  | { readonly kind: 'erased'; readonly what: Erasure; readonly isInOtherTab?: boolean }
  /** The account has another email address: changed in this tab, or in another one. */
  | {
      readonly kind: 'renamed'
      readonly account: string
      readonly username: string
      readonly isInOtherTab?: boolean
    }
  /** The application was submitted: here, with its receipt, or elsewhere. */
  | { readonly kind: 'submitted'; readonly account: string; readonly receipt?: Reply<'submit'> }

/** The state of the browser at the time of an event. */
export type BrowserState = {
  /** The account that the identity cookie names; '' without one. */
  readonly cookie: string
  /** The kind of page that is open: `start` leads to the form, `card` is for signing in. */
  readonly page: 'form' | 'start' | 'card' | 'reset' | 'other'
}

/** What is to be done because of an event. */
export type Effect =
  /** Restores or offers the draft that a visitor left on this device. */
  | { readonly do: 'offer draft' }
  /** Shows an account's application, with what this device has for it, instead of what was shown before. */
  | { readonly do: 'show'; readonly profile: Profile }
  /** Shows the new email address of the account. */
  | { readonly do: 'rename'; readonly username: string }
  /** Removes all data about the person from the screen, and from the device what is erased. The rest is kept there. */
  | { readonly do: 'clear'; readonly erasing: Erasure | 'nothing' }
  /** Erases the draft of a visitor on this device. */
  | { readonly do: 'discard draft' }
  /** Lets the other tabs of this browser know. */
  | { readonly do: 'mark erased'; readonly what: Erasure }
  /** The application is submitted. What is not saved was too late. */
  | { readonly do: 'close'; readonly receipt: Reply<'submit'> | undefined }
  /** The path is remembered for this account; '' stands for the next one to enter. */
  | { readonly do: 'remember path'; readonly account: string }
  | { readonly do: 'forget path' }
  | { readonly do: 'forget profile' }
  | { readonly do: 'forget activity' }
  /** The identity cookie goes, whatever the reply did with it: a 401 means that no session is left (Q98). */
  | { readonly do: 'forget cookie' }
  /** Ends the session in this browser, and on the server once it can be reached. */
  | { readonly do: 'end session' }
  /** Asks the server who is logged in. */
  | { readonly do: 'ask server'; readonly account: string }
  | { readonly do: 'tell tabs'; readonly message: TabMessage }
  /** Shows /login instead of the page that is being loaded. */
  | { readonly do: 'start at login'; readonly state: NavigationState }
  | {
      readonly do: 'go'
      readonly to: '/login' | '/completion' | 'first page' | 'same page'
      readonly state: NavigationState
      readonly replace?: boolean
    }

export type Step = { readonly state: Presence; readonly effects: readonly Effect[] }

/** The account in this tab; '' for a visitor. */
export const accountIn = (state: Presence): string => (isIn(state) ? state.account : '')

/**
 * Decides who is in this tab after an event, and what is to be done, in this order. It is the only place where people
 * enter and leave. An event about a person who is no longer here does not affect the current one.
 */
export function step(state: Presence, event: PresenceEvent, browser: BrowserState): Step {
  switch (event.kind) {
    case 'loaded':
      return loaded(state, event.isOverdue, browser)
    case 'visitor entered':
      if (isIn(state)) return { state: { at: 'visitor', tried: '' }, effects: [{ do: 'clear', erasing: 'nothing' }] }
      if (state.at !== 'opened') return nothing(state)
      return { state: { at: 'visitor', tried: state.tried }, effects: [{ do: 'offer draft' }] }
    case 'profile requested':
      return nothing(isIn(state) ? state : { ...state, tried: browser.cookie })
    case 'profile read':
      return entered(state, event)
    case 'cookie checked':
      return cookieChecked(state, browser)
    case 'refused':
      return refused(state, event, browser)
    case 'owner read':
      if (event.expected !== accountIn(state) || event.account === event.expected) return nothing(state)
      return replaced(state, event.account, browser)
    case 'renamed':
      return renamed(state, event)
    case 'left':
      return left(state, event, browser)
    case 'erased':
      return isIn(state) ? nothing(state) : erased(event)
    case 'submitted':
      return submitted(state, event)
  }
}

type In = Extract<Presence, { at: 'account' | 'submitted' }>
type Of<Kind extends PresenceEvent['kind']> = Extract<PresenceEvent, { kind: Kind }>

const isIn = (state: Presence): state is In => state.at === 'account' || state.at === 'submitted'
const nothing = (state: Presence): Step => ({ state, effects: [] })

/** Nothing of an account is read or shown to a person who was away too long. */
function loaded(state: Presence, isOverdue: boolean, { cookie, page }: BrowserState): Step {
  if (cookie === '') return { state, effects: [{ do: 'forget activity' }] } // of an ended session
  if (!isOverdue) return nothing(state)
  const isForm = page === 'form' || page === 'start'
  const ending: readonly Effect[] = [{ do: 'remember path', account: '' }, { do: 'end session' }]
  return { state, effects: isForm ? [...ending, { do: 'start at login', state: goodbye('idle') }] : ending }
}

function entered(state: Presence, { profile, cookie }: Of<'profile read'>): Step {
  const account = profile.account_id
  if (isIn(state) && state.account === account) return nothing({ ...state, cookie })
  const isSubmitted = webStatusFrom(profile.web_status) === 'submitted'
  return {
    state: { at: isSubmitted ? 'submitted' : 'account', account, username: profile.username, cookie },
    effects: [
      { do: 'tell tabs', message: { kind: 'entered', account } },
      ...(isSubmitted ? [{ do: 'tell tabs', message: { kind: 'submitted', account } } as const] : []),
      { do: 'show', profile },
    ],
  }
}

function cookieChecked(state: Presence, browser: BrowserState): Step {
  const { cookie, page } = browser
  if (isIn(state)) {
    if (cookie === state.cookie) return nothing(state)
    return cookie === '' ? gone(state, 'over', browser) : replaced(state, cookie, browser)
  }
  const isOnCard = page === 'card' || page === 'reset'
  if (cookie === '' || (isOnCard && cookie === state.tried)) return nothing(state) // its profile could not be read
  return { state, effects: [{ do: 'forget profile' }, ...reload(browser, {})] }
}

/**
 * Somebody else has logged in, or the account has turned to another of its applications, which follows its id after a
 * dot. Their profile is read when the page is loaded again.
 */
function replaced(state: Presence, next: string, browser: BrowserState): Step {
  const isSame = next.split('.')[0] === accountIn(state).split('.')[0]
  const errorMessage = say(isSame ? ANOTHER_APPLICATION : SOMEBODY_ELSE)
  return {
    state: { at: 'visitor', tried: '' },
    effects: [{ do: 'clear', erasing: 'nothing' }, ...reload(browser, { errorMessage })],
  }
}

/** The reset link from an email works for anyone, whatever other tabs do, so that page stays. */
const reload = ({ page }: BrowserState, state: NavigationState): readonly Effect[] =>
  page === 'reset' ? [] : [{ do: 'go', to: page === 'form' ? 'same page' : 'first page', state, replace: true }]

function refused(state: Presence, { why, account }: Of<'refused'>, browser: BrowserState): Step {
  if (account && account !== accountIn(state)) return nothing(state) // a late reply to somebody who has left
  // Not a cookie that somebody else's log-in has set since.
  const isOver = why === 'unauthorized' && browser.cookie !== ''
  const forgets: readonly Effect[] =
    isOver && browser.cookie === (isIn(state) ? state.cookie : state.tried) ? [{ do: 'forget cookie' }] : []
  const ended = (): Step => {
    const { state: after, effects } = gone(state, 'over', browser)
    return { state: after, effects: [...forgets, ...effects] }
  }
  if (!isIn(state)) {
    const isOnCard = browser.page === 'card' || browser.page === 'reset'
    // The cards for signing in work even if the profile cannot be read, so nobody is sent away from them.
    return why !== 'unauthorized' || state.at === 'left' || isOnCard ? { state, effects: forgets } : ended()
  }
  if (why === 'already_submitted') return submitted(state, { kind: 'submitted', account: state.account })
  if (browser.cookie !== state.cookie && (why === 'other_account' || browser.cookie !== ''))
    return cookieChecked(state, browser)
  if (why === 'unauthorized') return ended()
  return { state, effects: [{ do: 'ask server', account: state.account }] }
}

function left(state: Presence, event: Of<'left'>, browser: BrowserState): Step {
  // The session may have ended while the person was logging out.
  const isLate = state.at === 'left' && (event.how === 'person' || event.isErasing === true)
  if (!('account' in state) || state.account !== event.account || !(isIn(state) || isLate)) return nothing(state)
  return gone(state, event.how, browser, event)
}

function erased({ what, isInOtherTab = false }: Of<'erased'>): Step {
  const effects: readonly Effect[] =
    what === 'device'
      ? [{ do: 'forget path' }, { do: 'clear', erasing: what }]
      : // Another tab may show the draft; this one, if it erases it, has only offered it.
        [isInOtherTab ? { do: 'clear', erasing: what } : { do: 'discard draft' }]
  return {
    state: { at: 'visitor', tried: '' },
    effects: isInOtherTab ? effects : [{ do: 'mark erased', what }, ...effects],
  }
}

function gone(
  state: Presence,
  how: Leaving,
  browser: BrowserState,
  { isInOtherTab = false, isErasing = how === 'person', isTooLate = false }: Partial<Of<'left'>> = {},
): Step {
  const account = 'account' in state ? state.account : ''
  const isTold = account !== '' && !isInOtherTab
  const staysOnPage = how === 'over' && browser.page === 'reset'
  const message = isTooLate ? { successMessage: say(TOO_LATE) } : goodbye(how)
  // A person who logs out may leave the computer to somebody else.
  const known = isIn(state) && !isErasing ? { username: state.username } : {}
  return {
    state: { at: 'left', account, tried: '' },
    effects: [
      ...(how === 'idle' && !isInOtherTab ? [{ do: 'end session' } as const] : []),
      isErasing ? { do: 'forget path' } : { do: 'remember path', account },
      { do: 'clear', erasing: isErasing ? 'device' : 'nothing' },
      { do: 'forget activity' },
      ...(isTold ? [{ do: 'tell tabs', message: { kind: 'left', account, how } } as const] : []),
      ...(staysOnPage ? [] : [{ do: 'go', to: '/login', state: { ...message, ...known } } as const]),
    ],
  }
}

function renamed(state: Presence, { account, username, isInOtherTab = false }: Of<'renamed'>): Step {
  if (!isIn(state) || state.account !== account) return nothing(state)
  const telling: Effect = { do: 'tell tabs', message: { kind: 'renamed', account, username } }
  return { state: { ...state, username }, effects: [{ do: 'rename', username }, ...(isInOtherTab ? [] : [telling])] }
}

function submitted(state: Presence, { account, receipt }: Of<'submitted'>): Step {
  if (account !== accountIn(state) || !isIn(state)) return nothing(state)
  const arrives: Effect = receipt
    ? { do: 'go', to: '/completion', state: { successMessage: say(SUBMITTED) } }
    : { do: 'go', to: '/completion', state: {}, replace: true }
  if (state.at === 'submitted') return receipt ? { state, effects: [arrives] } : nothing(state)
  return {
    state: { ...state, at: 'submitted' },
    effects: [
      { do: 'close', receipt },
      ...(receipt ? [] : [{ do: 'forget profile' } as const]), // it has no reference number
      { do: 'tell tabs', message: { kind: 'submitted', account } },
      arrives,
    ],
  }
}

/** Shown on /login, by how the session ended. */
function goodbye(how: Leaving): NavigationState {
  switch (how) {
    case 'person':
      return { successMessage: say('You have been logged out.') }
    case 'idle':
      return { errorMessage: say('You have been automatically logged out due to inactivity.') } // 8.inactivity.1
    case 'over':
      return { errorMessage: say(ownErrors.unauthorized.message) }
  }
}

/** Shown to a person who had the form open when somebody else logged in. */
const SOMEBODY_ELSE = toSay(
  'Someone else logged in to this browser, so this page now shows their application. We kept your unsaved answers on this device for you.',
)

/** Shown to a person who had the form open when they opened another of their applications in another tab. */
const ANOTHER_APPLICATION = toSay(
  'You opened another of your applications in this browser, so this page now shows that one. We kept your unsaved answers on this device for you.',
)

/** Shown on /login after a person logs out who wrote answers too late. */
const TOO_LATE = toSay(
  'You have been logged out. What you typed after your application was submitted is not part of it and was not saved.',
)

export type PresenceRunner = Pick<Observable<Presence>, 'get' | 'subscribe'> & {
  /** Something has happened. Its effects are done when this returns, unless it is called by an effect. */
  happen(event: PresenceEvent): void
}

/** Keeps who is in this tab, and runs the effects of one event after the other. */
export function createPresence(browser: () => BrowserState, run: (effect: Effect) => void): PresenceRunner {
  const presence = createObservable<Presence>({ at: 'opened', tried: '' })
  const waiting: PresenceEvent[] = []
  let isRunning = false
  return {
    get: presence.get,
    subscribe: presence.subscribe,
    happen(event) {
      waiting.push(event)
      if (isRunning) return
      isRunning = true
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { state, effects } = step(presence.get(), next, browser())
          presence.set(state)
          for (const effect of effects) run(effect)
        }
      } finally {
        isRunning = false
      }
    },
  }
}
