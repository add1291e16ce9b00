import './styles/index.ts'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { english } from '../engine/index.ts'
import { firstPath } from '../form/index.ts'
import { createApp } from './app/index.ts'
import { createErrorReport, isLoggedIn, loadStructure, loadWords, pageData, speak } from './client/index.ts'
import { hydrate } from './hydrate.ts'
import { allowMovedNodes, feedNonce, fetchStyles, listenAboveElements } from './parts/index.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app.')

feedNonce(document)
document.querySelector('.late')?.remove()
void begin(root)

/**
 * Takes over the page that the server sent, or draws it. In pieces, with pauses between in which the browser shows what
 * is typed: reading the code, making the app, and taking over each take an old phone a tenth of a second or more.
 */
async function begin(place: HTMLElement): Promise<void> {
  await aPause()
  fetchStyles()
  const { language = '', languages = {}, institution } = pageData()
  const [words] = await Promise.all([loadWords(languages[language]).catch(() => undefined), loadStructure(institution)])
  speak(words ?? english)
  // Somebody may have logged in in another tab since the server sent the page of a visitor.
  const isSent = words !== undefined && place.childElementCount > 0 && !isLoggedIn()
  if (isSent && window.location.pathname === '/')
    window.history.replaceState(window.history.state, '', firstPath + window.location.search + window.location.hash)
  const report = createErrorReport(pageData().release)
  allowMovedNodes(report)
  listenAboveElements(place, document.body)
  const { drawn, session, prepare, start } = createApp(report, { isSent })
  const handlers = { onCaughtError: report, onUncaughtError: report, onRecoverableError: report }
  const app = (onDrawn?: () => () => void) => (
    <StrictMode>
      <Drawn onDrawn={onDrawn}>{drawn}</Drawn>
    </StrictMode>
  )
  const draw = (onDrawn?: () => () => void) => {
    place.replaceChildren()
    flushSync(() => createRoot(place, handlers).render(app(onDrawn))) // at once, so that no key is pressed between
  }
  if (!isSent) {
    draw()
    return start()
  }
  const [isReady] = await Promise.all([prepare(), aPause()])
  if (!isReady) {
    return hydrate(place, (onDrawn) => {
      const typeAgain = onDrawn()
      draw()
      void start().then(typeAgain)
    })
  }
  // In slices: React lets a frame come between two of them, and does at once what a key or a touch needs.
  const takeOver = (onDrawn: () => () => void) => startTransition(() => void hydrateRoot(place, app(onDrawn), handlers))
  // A page that the browser has translated is not the one that was sent: React could not take it over as it is.
  hydrate(place, place.querySelector('font') ? draw : takeOver, () => {
    session.applicant.store.commitAll()
    void start()
  })
}

/** Lets the browser show and do what it has waiting. */
function aPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Tells that everything in it is on the page, and then that it follows its stores: a state that is set at once makes
 * React run the effects that follow them before any other event.
 */
function Drawn({ onDrawn, children }: { onDrawn: (() => () => void) | undefined; children: ReactNode }) {
  const [next, setNext] = useState<() => void>()
  useLayoutEffect(() => {
    const onFollowing = onDrawn?.()
    setNext(() => onFollowing)
  }, [onDrawn])
  useLayoutEffect(() => next?.(), [next])
  return children
}
