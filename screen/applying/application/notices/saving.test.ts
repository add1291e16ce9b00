// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { SaveState } from '../saving/save-queue.ts'
import { newsAfter, type SaveNews } from './saving.tsx'

const states: Readonly<Record<string, SaveState>> = {
  quiet: { kind: 'quiet' },
  waiting: { kind: 'waiting' },
  saving: { kind: 'saving' },
  saved: { kind: 'saved' },
  failed: { kind: 'unsaved', offline: false },
  unreached: { kind: 'unsaved', offline: true },
}

/** What is read aloud while the save line goes through these states. */
function heard(sequence: readonly string[]): readonly string[] {
  const texts: string[] = []
  let news: SaveNews | undefined
  for (const name of sequence) {
    const next = newsAfter(news, states[name] ?? { kind: 'quiet' })
    if (next && next !== news) texts.push(next.text)
    news = next
  }
  return texts
}

const one = ['waiting', 'saving', 'saved']
const SAVED = 'All your answers are saved.'
const AGAIN = 'Your answers are saved again.'
test.each([
  ['twenty saves are read once', ['quiet', ...Array(20).fill(one).flat()], [SAVED]],
  [
    'a line that breaks is read once, however often saving is tried again, and once more when it is back',
    [...one, 'waiting', 'saving', 'unreached', 'saving', 'unreached', 'saving', 'failed', 'saving', 'saved', ...one],
    [SAVED, 'Your answers aren’t saved yet. We can’t reach the server.', AGAIN],
  ],
  ['a first save that fails', ['saving', 'failed'], ['Your answers aren’t saved yet. We’ll keep trying.']],
  ['nothing happens', ['quiet', 'waiting', 'saving'], []],
])('%s', (_, sequence, expected) => expect(heard(sequence)).toEqual(expected))

test('a person without a connection reads why', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(heard(['unreached'])).toEqual(['Your answers aren’t saved yet. You’re offline.'])
})
