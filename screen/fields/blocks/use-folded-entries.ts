import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Entry, hasAnswer, type Repeated } from '../../../engine/index.ts'
import { useDocumentActions } from '../actions/index.ts'
import { keepInPlace } from '../layout/index.ts'
import { screenMemory, useApplication, useApplicationStore, useScreenMemory } from '../store/index.ts'
import { isTellingCode } from './lazy-is-telling.ts'

export type FoldedEntries = {
  isFolded(entry: Entry): boolean
  /** The person has pressed a button for this, so it opens or folds at once. */
  open(entry: Entry): void
  fold(entry: Entry): void
  /** The person is in this entry now, so a complete one that they came from is folded. */
  enter(entry: Entry): void
  /** An entry is gone, and those after it have moved up. */
  removed(entry: Entry): void
}

/** Kept while the application is open, so that Back finds a page as long as it was. */
const foldedEntries = screenMemory<ReadonlySet<number>>('the folded entries of a block')

/**
 * Which entries of a block are folded to a line: the complete ones when the page opens, and afterwards one that is
 * complete when the person goes on to another. An entry with a problem or a warning, or too little to sum it up, is
 * always open. The entries are inside `box`.
 */
export function useFoldedEntries(block: Repeated, box: RefObject<HTMLElement | null>): FoldedEntries {
  const store = useApplicationStore()
  const { isUploading } = useDocumentActions()
  const isComplete = (entry: Entry) =>
    hasAnswer(entry, store.current()) &&
    entry.keys.every((key) => !store.unfinished().has(key) && !store.warnings()[key]) &&
    !isUploading(entry.keys) &&
    isTellingCode.loaded()?.(entry, store.current()) === true
  const [initially] = useState<ReadonlySet<number>>(
    () => new Set(block.entries.filter(isComplete).map(({ number }) => number)),
  )
  const [wanted, remember] = useScreenMemory(foldedEntries, block.id, initially)
  const setWanted = (next: (now: ReadonlySet<number>) => ReadonlySet<number>) =>
    remember(next(store.recall(foldedEntries, block.id) ?? initially))
  const here = useRef<Entry>(undefined)
  const folded = useApplication(() =>
    block.entries
      .filter((entry) => wanted.has(entry.number) && isComplete(entry))
      .map(({ number }) => number)
      .join(' '),
  ).split(' ')
  const fold = ({ number }: Entry) => setWanted((now) => new Set([...now, number]))
  const enter = (entry: Entry) => {
    const from = here.current
    here.current = entry
    if (from === undefined || from === entry || !isComplete(from)) return
    const place = box.current?.querySelector(`[data-entry="${entry.number}"]`)
    if (place) keepInPlace(place, () => fold(from))
  }
  useEffect(() => {
    // By click or key, and not by focus alone: nothing may move while a finger is down. At the document, because a
    // screen reader calls what is inside an element with such a listener "clickable".
    const follow = ({ target }: Event) => {
      const place = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null
      if (place === null || !box.current?.contains(place)) return
      const entry = block.entries.find(({ number }) => String(number) === place.dataset.entry)
      if (entry) enter(entry)
    }
    document.addEventListener('click', follow)
    document.addEventListener('keyup', follow)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('keyup', follow)
    }
  })
  return {
    isFolded: ({ number }) => folded.includes(String(number)),
    open: ({ number }) => setWanted((now) => new Set([...now].filter((each) => each !== number))),
    fold,
    enter,
    removed({ number }) {
      here.current = undefined
      setWanted((now) => new Set([...now].filter((n) => n !== number).map((n) => (n > number ? n - 1 : n))))
    },
  }
}
