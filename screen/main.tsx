import './styles/index.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { firstPath } from '../form/index.ts'
import { createApp } from './app/index.ts'
import { createErrorReport, isLoggedIn, pageData } from './client/index.ts'
import { hydrate } from './hydrate.ts'
import { allowMovedNodes, feedNonce, fetchStyles, listenAboveElements } from './parts/index.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app.')

feedNonce(document)
fetchStyles()
document.querySelector('.late')?.remove()

// Somebody may have logged in in another tab since the server sent the page of a visitor.
const isSent = root.childElementCount > 0 && !isLoggedIn()
if (isSent && window.location.pathname === '/')
  window.history.replaceState(window.history.state, '', firstPath + window.location.search + window.location.hash)

const report = createErrorReport(pageData().release)
allowMovedNodes(report)
listenAboveElements(root, document.body)
const { drawn, session, isShown, start } = createApp(report, { isShown: isSent })
const app = <StrictMode>{drawn}</StrictMode>
const handlers = { onCaughtError: report, onUncaughtError: report, onRecoverableError: report }
const draw = () => {
  root.replaceChildren()
  createRoot(root, handlers).render(app)
}
if (isShown) {
  // A page that the browser has translated is not the one that was sent: React could not take it over as it is.
  hydrate(root, root.querySelector('font') ? draw : () => hydrateRoot(root, app, handlers))
  session.applicant.store.commitAll()
} else draw()
start()
