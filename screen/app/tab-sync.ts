import { webStatusFrom } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import { CallError } from '../client/index.ts'
import { mergeProfile } from '../features/application/index.ts'
import type { Session } from './create-session.ts'
import { openOtherTabs, type TabMessage } from './other-tabs.ts'

/** The item in which a tab that was asleep finds what has happened: `account revision`, or `account submitted`. */
const ITEM = 'causeway.saved'

/** The parts of a session that tab sync uses. */
type Followed = Pick<Session, 'applicant' | 'device' | 'left' | 'follow' | 'askWhoIsHere' | 'finish' | 'leave'>

/** The browser tab of a session. */
type Tab = {
  readonly isVisible: () => boolean
  /** The events for this tab becoming visible or hidden. */
  readonly wakers: readonly (readonly [target: EventTarget, event: string])[]
  readonly openOtherTabs: typeof openOtherTabs
  /** Reads the current profile from the server. */
  readonly readProfile: () => Promise<Profile>
}

/** The real browser tab. */
export const thisTab = ({ profileSource }: Session): Tab => ({
  isVisible: () => document.visibilityState === 'visible',
  wakers: [
    [document, 'visibilitychange'],
    [window, 'pageshow'],
  ],
  openOtherTabs,
  readProfile: profileSource.refresh,
})

/**
 * Keeps this tab in sync with the browser's other tabs (Q44) when an account enters, leaves or saves. A tab that
 * becomes visible checks for what it missed. Returns a function that stops it.
 * Above 80 lines: what is sent to other tabs depends on what was last received from them.
 */
export function createTabSync(session: Followed, tab: Tab): () => void {
  const { applicant, device, left } = session
  const { snapshot, seen } = applicant
  const accountNow = () => snapshot.get().account_id
  const isSubmitted = () => snapshot.get().web_status === 'submitted'
  let isAnnounced = false
  let told = ''

  const hear = (message: TabMessage) => {
    if (message.kind === 'entered') session.follow()
    else if (message.account !== accountNow()) return
    else if (message.kind === 'saved') hearOfSave(message.revision)
    else if (message.kind === 'submitted') session.finish()
    else {
      isAnnounced = true
      session.leave(message.how)
      isAnnounced = false
    }
  }
  const tabs = tab.openOtherTabs(hear)

  const hearOfSave = (revision: number) => {
    if (revision > seen.get().revision) void refresh()
  }
  const tellOfSave = () => {
    const [account, { revision, complete }] = [accountNow(), seen.get()]
    if (account === '' || told === `${account} ${revision}`) return
    if (complete < revision) void refresh() // another device has saved
    told = `${account} ${revision}`
    device.setItem(ITEM, told)
    tabs.tell({ kind: 'saved', account, revision })
  }
  const tellOfLeaving = () => {
    const leaving = left.get()
    if (leaving === undefined) return
    device.removeItem(ITEM)
    if (!isAnnounced) tabs.tell({ kind: 'left', ...leaving })
  }
  let account = accountNow()
  let wasSubmitted = isSubmitted()
  const tellOfPerson = () => {
    if (accountNow() !== account) {
      account = accountNow()
      if (account !== '') tabs.tell({ kind: 'entered', account })
    }
    if (isSubmitted() && !wasSubmitted) {
      device.setItem(ITEM, `${account} submitted`)
      tabs.tell({ kind: 'submitted', account })
    }
    wasSubmitted = isSubmitted()
  }
  const wake = () => {
    if (!tab.isVisible()) return applicant.hide()
    session.follow()
    const [owner, revision] = (device.getItem(ITEM) ?? '').split(' ')
    if (owner === '' || owner !== accountNow()) return
    if (revision === 'submitted') session.finish()
    else hearOfSave(Number(revision))
  }

  async function refresh(): Promise<void> {
    const asking = accountNow()
    try {
      const profile = await tab.readProfile()
      if (accountNow() !== asking) return
      if (profile.account_id !== asking) return await session.askWhoIsHere() // the profile belongs to another account
      if (profile.revision < seen.get().revision) return await refresh() // this tab has saved since the request
      mergeProfile(applicant, profile)
      follow(profile)
    } catch (error) {
      // Not reached: the next save triggers this again. An ended session has already been handled.
      if (!(error instanceof CallError)) throw error
    }
  }
  const follow = (profile: Profile) => {
    const web_status = webStatusFrom(profile.web_status)
    if (web_status === 'submitted') session.finish()
    else if (web_status === 'validating') {
      snapshot.set({ ...snapshot.get(), web_status })
      applicant.store.showProblems(true)
    }
  }

  const ends = [
    snapshot.subscribe(tellOfPerson),
    left.subscribe(tellOfLeaving),
    seen.subscribe(tellOfSave),
    ...tab.wakers.map(([target, event]) => listening(target, event, wake)),
    tabs.close,
  ]
  wake() // what happened before this tab was listening
  return () => {
    for (const end of ends) end()
  }
}

function listening(target: EventTarget, event: string, act: () => void): () => void {
  target.addEventListener(event, act)
  return () => target.removeEventListener(event, act)
}
