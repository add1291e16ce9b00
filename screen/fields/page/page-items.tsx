import type { Page } from '../../../engine/index.ts'
import { ItemsView } from './items-view.tsx'

/** The sections, blocks and questions of a page that the answers make visible. */
export const PageItems = ({ page }: { page: Page }) => <ItemsView items={page.items} />
