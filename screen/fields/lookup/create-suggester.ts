import type { Suggestion } from './look-up.ts'

/** The suggestions to show now; `loading` while a newer reply is on its way, `replied` once there was one. */
export type Suggested = {
  readonly found: readonly Suggestion[]
  readonly loading: boolean
  readonly replied: boolean
}

export type Suggester = {
  /** Called with each text typed, and with undefined when typing ends. */
  readonly type: (text: string | undefined) => void
}

const DEBOUNCE = 200 // ms; 9.lookup.2
const MOST_WAIT = 500 // ms; 9.lookup.2
const SHORTEST = 2 // characters

/** Before there is text to search for. */
export const nothing: Suggested = { found: [], loading: false, replied: false }

/**
 * Searches while a person types: 200 ms after the last letter, but no later than 500 ms after the first letter not yet
 * searched for. Only the reply to the newest search counts, however late it arrives; earlier results stay until then.
 */
export function createSuggester(
  find: (text: string) => Promise<readonly Suggestion[]>,
  tell: (suggested: Suggested) => void,
): Suggester {
  let now = nothing
  let newest = 0
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (next: Suggested) => {
    now = next
    tell(next)
  }

  async function search(text: string): Promise<void> {
    waitingSince = undefined
    newest += 1
    const mine = newest
    const found = await find(text)
    if (mine === newest) set({ found, loading: waitingSince !== undefined, replied: true })
  }

  return {
    type(text) {
      clearTimeout(timer)
      if (text === undefined || text.trim().length < SHORTEST) {
        newest += 1
        waitingSince = undefined
        if (now !== nothing) set(nothing)
        return
      }
      waitingSince ??= Date.now()
      const wait = Math.min(DEBOUNCE, waitingSince + MOST_WAIT - Date.now())
      timer = setTimeout(() => void search(text), Math.max(0, wait))
      if (!now.loading) set({ ...now, loading: true })
    },
  }
}
