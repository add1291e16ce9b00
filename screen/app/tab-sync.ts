import { webStatusFrom } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import { type Applicant, mergeProfile } from '../applying/application/index.ts'
import { CallError } from '../client/index.ts'
import type { Session } from './create-session.ts'
import { openOtherTabs, type TabMessage } from './other-tabs.ts'
import { accountIn, type PresenceRunner } from './presence.ts'

/** The item in which a tab that was asleep finds what has happened: `account revision`, or `account submitted`. */
const ITEM = 'causeway.saved'

/** The parts of a session that tab sync uses. */
type Followed = Pick<Session, 'presence' | 'applicant' | 'device' | 'message' | 'erasures'>

/** The browser tab of a session. */
type Tab = {
  readonly isVisible: () => boolean
  /** The events for this tab becoming visible or hidden. */
  readonly wakers: readonly (readonly [target: EventTarget, event: string])[]
  readonly openOtherTabs: typeof openOtherTabs
  /** The events for another tab having changed the storage that all tabs share. */
  readonly storage: EventTarget
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
  storage: window,
  readProfile: profileSource.refresh,
})

/**
 * Keeps this tab in sync with the browser's other tabs (Q44) when an account enters, leaves or saves. A tab that
 * becomes visible checks for what it missed. Returns a function that stops it.
 */
export function createTabSync({ presence, applicant, device, message, erasures }: Followed, tab: Tab): () => void {
  const { happen } = presence
  const { seen } = applicant
  const accountNow = () => accountIn(presence.get())
  let announced = ''
  const tabs = tab.openOtherTabs(receive)
  const refresh = () => refreshFrom(tab, presence, applicant)

  function receive(received: TabMessage): void {
    const { kind, account } = received
    if (kind === 'entered') happen({ kind: 'cookie checked' })
    else if (kind === 'left') happen({ kind, account, how: received.how, isInOtherTab: true })
    else if (kind === 'submitted') happen({ kind, account })
    else if (kind === 'renamed') happen({ kind, account, username: received.username, isInOtherTab: true })
    else if (account === accountNow()) receiveRevision(received.revision)
  }
  function receiveRevision(revision: number): void {
    if (revision > seen.get().revision) void refresh()
  }
  function sendMessage(): void {
    const sent = message.get()
    if (sent === undefined) return
    if (sent.kind === 'left') device.removeItem(ITEM)
    if (sent.kind === 'submitted') device.setItem(ITEM, `${sent.account} submitted`)
    tabs.send(sent)
  }
  function sendRevision(): void {
    const [account, { revision, complete }] = [accountNow(), seen.get()]
    if (account === '' || announced === `${account} ${revision}`) return
    if (complete < revision) void refresh() // another device has saved
    announced = `${account} ${revision}`
    device.setItem(ITEM, announced)
    tabs.send({ kind: 'saved', account, revision })
  }
  function noteErasure(): void {
    const what = erasures.newest()
    if (what) happen({ kind: 'erased', what, isInOtherTab: true })
  }
  function wake(): void {
    noteErasure()
    if (!tab.isVisible()) {
      applicant.hide()
      return
    }
    happen({ kind: 'cookie checked' })
    const [account = '', revision] = (device.getItem(ITEM) ?? '').split(' ')
    if (account === '' || account !== accountNow()) return
    // The server says whether it still is: staff may have opened it again since.
    if (revision === 'submitted') void refresh()
    else receiveRevision(Number(revision))
  }

  const ends = [
    message.subscribe(sendMessage),
    seen.subscribe(sendRevision),
    listening(tab.storage, 'storage', noteErasure),
    ...tab.wakers.map(([target, event]) => listening(target, event, wake)),
    tabs.close,
  ]
  sendMessage() // what happened here, and in the other tabs, before this tab was listening
  wake()
  return () => {
    for (const end of ends) end()
  }
}

/** Reads what another tab or device has saved, and applies it. */
async function refreshFrom(tab: Tab, presence: PresenceRunner, applicant: Applicant): Promise<void> {
  const expected = accountIn(presence.get())
  const seenRevision = () => applicant.seen.get().revision
  const before = seenRevision()
  try {
    const profile = await tab.readProfile()
    if (accountIn(presence.get()) !== expected) return
    const { account_id: account, revision } = profile
    if (account !== expected) return presence.happen({ kind: 'owner read', expected, account })
    if (revision < seenRevision()) {
      // Saved since. But a server that is behind what the tab knew before, after a restored backup, stays behind.
      if (before < seenRevision()) await refreshFrom(tab, presence, applicant)
      return
    }
    mergeProfile(applicant, profile)
    const web_status = webStatusFrom(profile.web_status)
    if (web_status === 'submitted') presence.happen({ kind: 'submitted', account })
    else if (web_status === 'validating') {
      applicant.snapshot.set({ ...applicant.snapshot.get(), web_status })
      applicant.store.showProblems(true)
    }
  } catch (error) {
    // Not reached: the next save triggers this again. An ended session has already been handled.
    if (!(error instanceof CallError)) throw error
  }
}

function listening(target: EventTarget, event: string, act: () => void): () => void {
  target.addEventListener(event, act)
  return () => target.removeEventListener(event, act)
}
