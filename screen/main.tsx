import './styles/index.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app/index.ts'
import { createErrorReport, pageData } from './client/index.ts'
import { feedNonce, fetchStyles } from './parts/index.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app.')

feedNonce(document)
fetchStyles()
const report = createErrorReport(pageData().release)
createRoot(root, { onCaughtError: report, onUncaughtError: report }).render(
  <StrictMode>{createApp(report)}</StrictMode>,
)
