import { useEffect, useState } from 'react'
import type { Page } from '../../../engine/index.ts'
import { HappeningsProvider } from '../store/index.ts'
import { ItemsView } from './items-view.tsx'
import { OpenedContext } from './note-view.tsx'

/** The sections, blocks and questions of a page that the answers make visible. */
export function PageItems({ page }: { page: Page }) {
  const [opened] = useState({ current: false })
  useEffect(() => {
    opened.current = true
  }, [opened])
  return (
    <OpenedContext value={opened}>
      <HappeningsProvider>
        <ItemsView items={page.items} />
      </HappeningsProvider>
    </OpenedContext>
  )
}
