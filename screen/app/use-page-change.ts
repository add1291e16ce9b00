import { useEffect, useLayoutEffect, useRef } from 'react'
import { say } from '../../engine/index.ts'
import { SUMMARY_ID, summaryShown } from '../applying/application/index.ts'
import { pageData, spoken } from '../client/index.ts'
import { useObserved } from '../parts/index.ts'
import { useIsReturn, useLocation, usePageTitle } from '../router/index.ts'

/**
 * Sets the title of each page; while it is said what keeps from submitting, it begins with that. After a link to another page, scrolls to the top and focuses the heading. Back and
 * forward return to where the person was on that page.
 */
export function usePageChange(): void {
  const { pathname, hash, key } = useLocation()
  const title = usePageTitle()
  const before = useRef(pathname)
  const isReturn = useIsReturn()
  const positions = usePositions(key)
  const words = useObserved(spoken.subscribe, spoken.get)
  const isRefused = useObserved(summaryShown.subscribe, summaryShown.get)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is of these words
  useEffect(() => {
    const { document_title } = pageData().institution
    const named = [title, document_title].flatMap((each) => (each === undefined ? [] : say(each))).join(' | ')
    document.title = isRefused ? say('Error: {title}', { title: named }) : named
  }, [title, isRefused, words])

  useEffect(() => {
    const isOther = before.current !== pathname
    before.current = pathname
    if (hash !== '') return undefined // goes to a question
    const position = isReturn ? positions.get(key) : undefined
    if (position) return returnTo(position)
    // The summary of what is missing may have taken the focus before this page was drawn.
    if (!isOther || document.activeElement?.id === SUMMARY_ID) return undefined
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus({ preventScroll: true })
    return undefined
  }, [pathname, hash, key, isReturn, positions])
}

/** Notes where the person is, for each entry of the history. The browser's own memory knows nothing of late pages. */
function usePositions(key: string): ReadonlyMap<string, PagePosition> {
  const positions = useRef(new Map<string, PagePosition>()).current
  useLayoutEffect(() => {
    const note = () => void positions.set(key, positionNow())
    // Only what bubbles: a long answer scrolls its box with each key, and asking for the place of the page lays it out.
    for (const move of MOVES) window.addEventListener(move, note, { passive: true })
    return () => {
      for (const move of MOVES) window.removeEventListener(move, note)
    }
  }, [key, positions])
  useEffect(() => {
    const hydrate = () => {
      window.history.scrollRestoration = 'manual'
    }
    const leaveToBrowser = () => {
      // For a reload. A link to a question leads there again, on a page that may be folded differently by then.
      window.history.scrollRestoration = window.location.hash === '' ? 'auto' : 'manual'
    }
    hydrate()
    window.addEventListener('pageshow', hydrate)
    window.addEventListener('pagehide', leaveToBrowser)
    return () => {
      leaveToBrowser()
      window.removeEventListener('pageshow', hydrate)
      window.removeEventListener('pagehide', leaveToBrowser)
    }
  }, [])
  return positions
}

const MOVES = ['scroll', 'focusin'] as const

/** Where somebody was on a page: how far it was scrolled, and the id of the control with the focus. */
type PagePosition = { readonly top: number; readonly focused: string }

/** Where the person is now. */
const positionNow = (): PagePosition => ({ top: window.scrollY, focused: document.activeElement?.id ?? '' })

/** What a person does to move elsewhere. */
const ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/**
 * Returns to a position, and gives the focus back without moving the page. A page that is still loading is too short at
 * first, so it is tried again as the page grows, until the person does something or the returned function is called.
 */
function returnTo({ top, focused }: PagePosition): () => void {
  const heading = document.querySelector('h1')
  const control = focused === '' ? heading : (document.getElementById(focused) ?? heading)
  control?.focus({ preventScroll: true })
  window.scrollTo(0, top)
  if (isReached(top)) return () => {}
  const growing = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (isReached(top)) end()
  })
  const end = () => {
    growing.disconnect()
    for (const act of ACTS) window.removeEventListener(act, end, true)
  }
  growing.observe(document.body)
  for (const act of ACTS) window.addEventListener(act, end, { capture: true, passive: true })
  return end
}

/** Browsers round to a fraction of a pixel. */
const isReached = (top: number) => Math.abs(window.scrollY - top) < 1
