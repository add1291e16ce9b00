import { ownErrors } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import { say } from '../../engine/index.ts'
import { createObservable } from '../parts/index.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'

/** The applicant's profile. Only read when logged in: without the identity cookie, the screen calls no /api path. */
export type ProfileSource = {
  /** The profile as known now; undefined before it is read and after it is forgotten. */
  get(): Profile | undefined
  subscribe(listener: () => void): () => void
  /**
   * Reads it once for all callers. A failure rejects for all of them, and the next caller tries again (4.query.1 to
   * 4.query.3).
   */
  read(): Promise<Profile>
  /** Reads it again from the server. If this tab changed its copy meanwhile, that copy is kept. */
  refresh(): Promise<Profile>
  /** Records what this tab has learned in another way. */
  change(changed: (profile: Profile) => Profile): void
  /** Removes all data about the person. A reply still on its way is not delivered to anyone. */
  forget(): void
}

/**
 * `onUnauthorized` is called when the server refuses the profile because there is no session; the profile is already
 * forgotten by then (4.query.5).
 */
export function createProfileSource({ onUnauthorized }: { onUnauthorized: () => void }): ProfileSource {
  const profile = createObservable<Profile | undefined>(undefined)
  let reading: Promise<Profile> | undefined
  let timesForgotten = 0
  let timesChanged = 0

  function forget(): void {
    timesForgotten += 1
    reading = undefined
    profile.set(undefined)
  }

  async function refresh(): Promise<Profile> {
    const [forgotten, changed] = [timesForgotten, timesChanged]
    const isForgotten = () => timesForgotten !== forgotten
    try {
      const answer = await call('profile', undefined, { descriptions: 'none' })
      if (isForgotten()) throw new CallError('unauthorized', 401, say(ownErrors.unauthorized.message))
      if (timesChanged === changed) profile.set(answer)
      return answer
    } catch (error) {
      if (error instanceof CallError && error.status === 401 && !isForgotten()) {
        forget()
        onUnauthorized()
      }
      throw error
    }
  }

  async function readFirst(): Promise<Profile> {
    const forgotten = timesForgotten
    try {
      return await refresh()
    } finally {
      if (timesForgotten === forgotten) reading = undefined // otherwise it belongs to a later caller
    }
  }

  return {
    get: profile.get,
    subscribe: profile.subscribe,
    async read() {
      const known = profile.get()
      if (known !== undefined) return known
      reading ??= readFirst()
      return reading
    },
    refresh,
    change(changed) {
      const known = profile.get()
      if (known === undefined) return
      timesChanged += 1
      profile.set(changed(known))
    },
    forget,
  }
}
