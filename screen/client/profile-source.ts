import { ownErrors } from '../../api/browser.ts'
import type { Profile } from '../../api/index.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'

/** The applicant's profile. Asked only by who is logged in: without the identity cookie no /api call is made at all. */
export type ProfileSource = {
  /** What is known of it; undefined before it was read, and once it is forgotten. */
  get(): Profile | undefined
  subscribe(listener: () => void): () => void
  /** Reads it once, for all who ask; a failure is told to them, and the next one to ask tries again (4.query.1 to 4.query.3). */
  read(): Promise<Profile>
  /** Reads it as the server has it now. What this tab has changed meanwhile stays in its own copy. */
  refresh(): Promise<Profile>
  /** Puts down what this tab has learned in another way. */
  change(changed: (profile: Profile) => Profile): void
  /** Nothing of the person stays: an answer that is still on its way is given to nobody. */
  forget(): void
}

/** `onUnauthorized` hears that the server refused the profile for want of a session; by then it is forgotten (4.query.5). */
export function createProfileSource({ onUnauthorized }: { onUnauthorized: () => void }): ProfileSource {
  const listeners = new Set<() => void>()
  let profile: Profile | undefined
  let reading: Promise<Profile> | undefined
  let timesForgotten = 0
  let timesChanged = 0

  function put(next: Profile | undefined): void {
    profile = next
    for (const listener of [...listeners]) listener()
  }

  function forget(): void {
    timesForgotten += 1
    reading = undefined
    put(undefined)
  }

  async function refresh(): Promise<Profile> {
    const [forgotten, changed] = [timesForgotten, timesChanged]
    const isForgotten = () => timesForgotten !== forgotten
    try {
      const answer = await call('profile')
      if (isForgotten()) throw new CallError('unauthorized', 401, ownErrors.unauthorized.message)
      if (timesChanged === changed) put(answer)
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
      if (timesForgotten === forgotten) reading = undefined // else it is that of who came after
    }
  }

  return {
    get: () => profile,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async read() {
      if (profile !== undefined) return profile
      reading ??= readFirst()
      return reading
    },
    refresh,
    change(changed) {
      if (profile === undefined) return
      timesChanged += 1
      put(changed(profile))
    },
    forget,
  }
}
