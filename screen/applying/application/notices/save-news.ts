import type { SaveState } from '../saving/index.ts'

/** What was last read aloud about saving. */
export type SaveNews = { readonly kind: 'saved' | 'unsaved'; readonly text: string }

/**
 * What to read aloud after a change: only whether answers are saved, and only when that has changed. Every field is
 * saved when it is left, and an answer that cannot be sent is tried again and again; reading each of these would talk
 * over the questions.
 */
export function newsAfter(before: SaveNews | undefined, state: SaveState): SaveNews | undefined {
  if (state.kind !== 'saved' && state.kind !== 'unsaved') return before
  if (before?.kind === state.kind) return before
  if (state.kind === 'unsaved') return { kind: 'unsaved', text: `Your answers aren’t saved yet. ${reasonFor(state)}` }
  return { kind: 'saved', text: before ? 'Your answers are saved again.' : 'All your answers are saved.' }
}

/** Why answers are not saved yet. All of them are on this device. */
export function reasonFor({ offline }: Extract<SaveState, { kind: 'unsaved' }>): string {
  if (!offline) return 'We’ll keep trying.'
  return navigator.onLine ? 'We can’t reach the server.' : 'You’re offline.'
}
