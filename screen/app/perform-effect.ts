import { webStatuses } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import type { AdmissionsKey } from '../../form/index.ts'
import { type Applicant, postWebStatus } from '../applying/application/index.ts'
import { CallError, call, forgetIdentityCookie, isLoggedIn, type ProfileSource } from '../client/index.ts'
import type { Documents } from '../documents/documents/index.ts'
import type { Erasures } from './erasures.ts'
import type { createHistoryScrubber } from './history-scrubber.ts'
import type { LastActivity } from './last-activity.ts'
import type { Effect } from './presence.ts'
import type { createReturnPath } from './return-path.ts'

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
}

/** Performs one effect on what this tab knows about the person in it. */
export function performEffect(parts: Parts, effect: Exclude<Effect, { do: 'go' | 'tell tabs' | 'ask server' }>): void {
  const { applicant, documents, profileSource, lastActivity, path, history, erasures } = parts
  const forgetPerson = () => {
    profileSource.forget()
    history.forgetPerson()
    documents.empty()
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
