import type { Page } from '../../../../engine/index.ts'
import styles from './navigation.module.css'
import { SectionList } from './section-list.tsx'
import { useSections } from './use-sections.ts'

/** The contents of a page beside its questions, on wide screens. */
export function PageMap({ page }: { page: Page }) {
  const { sections, inView } = useSections(page)
  return (
    <nav className={styles.map} aria-label="Sections of this page">
      <SectionList sections={sections} inView={inView} />
    </nav>
  )
}
