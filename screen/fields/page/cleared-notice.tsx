import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Item } from '../../../engine/index.ts'
import { LinkButton, LiveRegion, Notice, useObserved, useToast, VisuallyHidden } from '../../parts/index.ts'
import { focusQuestion } from '../layout/index.ts'
import { type Clearing, clearingsIn, useApplicationStore } from '../store/index.ts'
import { bringBack, type ClearedAnswers, clearedBy } from './cleared-by.ts'
import styles from './cleared-notice.module.css'

/** What the last change of an answer that this item draws has cleared, if a person would miss it. */
export function ClearedNotice({ item }: { item: Item }) {
  const keys = ownKeysOf(item)
  const { form, happenings, subscribe } = useApplicationStore()
  const happened = useObserved(subscribe, happenings)
  const clearing = clearingsIn(form, happened).findLast(
    (each) => keys.includes(each.key) && clearedBy(form, each).count > 0,
  )
  return clearing && <Cleared key={happened.indexOf(clearing)} clearing={clearing} />
}

/** The keys of the questions that an item draws itself; what is inside others is drawn as items of their own. */
function ownKeysOf(item: Item): readonly string[] {
  if ('key' in item) return [item.key]
  switch (item.kind) {
    case 'confirmThen':
      return item.confirm.by === 'tick' ? [item.confirm.question.key] : []
    case 'tickGroup':
    case 'monthYear':
    case 'conditionalChoice':
      return item.keys
    default:
      return []
  }
}

/** Says which answers a change has cleared, and brings them back. It is read aloud once, and takes no focus. */
function Cleared({ clearing }: { clearing: Clearing }) {
  const store = useApplicationStore()
  const showToast = useToast()
  const cleared = clearedBy(store.form, clearing)
  const words = wordsOf(cleared)
  const news = useNews(words)
  const undo = () => {
    flushSync(() => bringBack(store, clearing))
    focusQuestion(clearing.key) // the button is gone
    showToast({ severity: 'success', text: 'Your answers are back.' })
  }
  return (
    <Notice className={styles.notice}>
      <p>{words}</p>
      {Object.keys(cleared.answers).length > 0 && (
        <LinkButton onClick={undo}>
          <span>Bring back</span>
          <VisuallyHidden>{` what your answer to “${cleared.label}” cleared`}</VisuallyHidden>
        </LinkButton>
      )}
      <LiveRegion>{news}</LiveRegion>
    </Notice>
  )
}

/** The words a moment later: a region that is added together with its words may not be read. */
function useNews(words: string): string {
  const [news, setNews] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setNews(words), 150)
    return () => clearTimeout(timer)
  }, [words])
  return news
}

function wordsOf({ count, labels, documents, numbers }: ClearedAnswers): string {
  const quoted = labels.map((label) => `“${label}”`)
  const named = list.format(quoted.length > MOST_NAMED ? [...quoted.slice(0, MOST_NAMED), 'more'] : quoted)
  const cleared = `Your change cleared ${count === 1 ? 'this answer' : `${count} answers`}: ${named}`
  const again = [
    documents.length > 0 && 'Documents don’t come back: please attach them again.',
    numbers.length > 0 && `Please enter your ${list.format(numbers)} again.`,
  ]
  return [`${cleared}.`, ...again].filter(Boolean).join(' ')
}

const MOST_NAMED = 4
const list = new Intl.ListFormat('en')
