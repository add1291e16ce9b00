import { useEffect, useState } from 'react'
import type { Page, SectionProgress } from '../../../../engine/index.ts'
import { useProgress } from '../../../fields/index.ts'

/** The sections of a page with their states, and the id of the section in view. */
export function useSections({ slug }: Page): {
  readonly sections: readonly SectionProgress[]
  readonly inView: string | undefined
} {
  const sections = useProgress().find((page) => page.slug === slug)?.sections ?? none
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

const none: readonly SectionProgress[] = []

/** A line at 30% of the window's height: the section that crosses it is in view, and never two are. */
const READING_LINE = '-30% 0px -70% 0px'
