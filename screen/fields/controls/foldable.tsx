import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import styles from './field.module.css'

type FoldableProps = {
  folded: boolean
  /** Called when a link or the browser's search has opened it, so that the owner no longer folds it. */
  onReveal: (() => void) | undefined
  children: ReactNode
}

/**
 * Content that can be folded away and yet stays in the page: its fields keep their state, find in page and `reveal`
 * open it, and it prints.
 */
export function Foldable({ folded, onReveal, children }: FoldableProps) {
  const box = useRef<HTMLDivElement>(null)
  const revealed = useRef(onReveal)
  useLayoutEffect(() => {
    revealed.current = onReveal
    // React knows only a boolean `hidden`.
    if (folded) box.current?.setAttribute('hidden', 'until-found')
    else box.current?.removeAttribute('hidden')
  })
  // Before the next microtask: a link may lead here as soon as this is in the page.
  useLayoutEffect(() => {
    const { current } = box
    const open = () => revealed.current?.()
    current?.addEventListener('beforematch', open)
    return () => current?.removeEventListener('beforematch', open)
  }, [])
  return (
    <div ref={box} className={styles.foldable} hidden={folded}>
      {children}
    </div>
  )
}

/** Opens everything that folds an element away, at once, as the browser's search does. */
export function reveal(element: Element): void {
  element.dispatchEvent(new Event('beforematch', { bubbles: true }))
  for (let at = element.closest('[hidden]'); at; at = at.closest('[hidden]')) at.removeAttribute('hidden')
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true
}

/**
 * Renders a change that may make content above an element shorter, and scrolls so that the element stays where it is
 * under the person's finger. Browsers that anchor the scroll position by themselves have nothing left to do.
 */
export function keepInPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top
  flushSync(change)
  window.scrollBy(0, element.getBoundingClientRect().top - before)
}
