import type { Page } from '../../engine/index.ts'
import { ItemsView } from './items-view.tsx'

/** All that a page asks: its sections, blocks and questions, as far as the answers show them. */
export const PageItems = ({ page }: { page: Page }) => <ItemsView items={page.items} />
