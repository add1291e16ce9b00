import '../../styles/index.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createErrorReport, pageData } from '../../client/index.ts'
import { allowMovedNodes, feedNonce, listenAboveElements } from '../../parts/index.ts'
import { createRouter } from '../../router/index.ts'
import { createStaffQueries } from './staff-call.ts'
import { StaffDesk, staffRoutes } from './staff-desk.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the staff desk.')
feedNonce(document)
allowMovedNodes(createErrorReport(pageData().release))
listenAboveElements(root, document.body)
const router = createRouter(staffRoutes)
createRoot(root).render(
  <StrictMode>
    <StaffDesk router={router} queries={createStaffQueries()} />
  </StrictMode>,
)
void router.start()
