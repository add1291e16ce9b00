import { useEffect, useMemo, useState } from 'react'
import type { Page, PageProgress, SectionProgress } from '../../../../engine/index.ts'
import { useProgress } from '../../../fields/index.ts'
import { CHECK_ANSWERS } from '../submitting/index.ts'

/** The sections of a page with their states, and the id of the section in view. */
export function useSections({ slug }: Page): {
  readonly sections: readonly SectionProgress[]
  readonly inView: string | undefined
} {
  const progress = useProgress()
  const sections = useMemo(() => sectionsOf(progress, slug), [progress, slug])
  const [seen, setSeen] = useState<string>()
  const ids = sections.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sections are other elements
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        const entered = changes.find(({ isIntersecting }) => isIntersecting)?.target
        if (entered instanceof HTMLElement) setSeen(entered.dataset.section)
      },
      { rootMargin: READING_LINE },
    )
    for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])
  return { sections, inView: sections.some(({ id }) => id === seen) ? seen : sections[0]?.id }
}

/** The last page begins with everything that was answered before. */
function sectionsOf(progress: readonly PageProgress[], slug: string): readonly SectionProgress[] {
  const own = progress.find((page) => page.slug === slug)?.sections ?? []
  if (progress.at(-1)?.slug !== slug) return own
  const left = progress.slice(0, -1).reduce((sum, page) => sum + page.left, 0)
  const { id, title } = CHECK_ANSWERS
  return [{ id, title, left, state: left === 0 ? 'complete' : 'begun' }, ...own]
}

/** A line at 30% of the window's height: the section that crosses it is in view, and never two are. */
const READING_LINE = '-30% 0px -70% 0px'
