import type { SectionProgress } from '../../../engine/index.ts'
import { useFromStore } from './use-from-store.ts'

/** How far a section is, by the count of the map; undefined while it is not asked. */
export const useSectionState = (id: string): SectionProgress['state'] | undefined =>
  useFromStore((store) => {
    const sections = store.progress().flatMap((page) => page.sections)
    return sections.find((section) => section.id === id)?.state
  }, '')
