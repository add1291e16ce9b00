import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import type { Page, PageProgress, SectionProgress } from '../../../../engine/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { focusSection, sectionHeadingId, useProgress } from '../../../fields/index.ts'
import { classNames, Icon, VisuallyHidden } from '../../../parts/index.ts'
import { useSnapshot } from '../applicant/applicant-context.ts'
import { checkSection } from '../submitting/focus-summary.ts'
import styles from './navigation.module.css'

type SectionListProps = {
  sections: readonly SectionProgress[]
  /** The id of the section in view. */
  inView: string | undefined
  /** Called after the focus has moved to a section. */
  onChosen?: () => void
}

/**
 * The sections of a page with their states. Choosing one moves the focus to its heading and leaves the address alone,
 * so that Back still leads to the page before.
 */
export function SectionList({ sections, inView, onChosen }: SectionListProps) {
  const isValidating = useSnapshot('web_status') === 'validating'
  const choose = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return // a new tab
    event.preventDefault()
    focusSection(id)
    onChosen?.()
  }
  return (
    <ul>
      {sections.map((section) => {
        const { id, title } = section
        const { icon, look, words } = stateOfSection(section, isValidating)
        return (
          <li key={id}>
            <a
              className={styles.section}
              href={`#${sectionHeadingId(id)}`}
              aria-current={id === inView ? 'location' : undefined}
              onClick={(event) => choose(event, id)}
            >
              <Icon name={icon} className={classNames(styles.state, styles[look])} />
              <span>
                <span>{title}</span>
                <VisuallyHidden>{` ${words}`}</VisuallyHidden>
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** The contents of a page beside its questions, on wide screens. */
export function PageMap({ page }: { page: Page }) {
  const { sections, inView } = useSections(page)
  return (
    <nav className={styles.map} aria-label={say('Sections of this page')}>
      <SectionList sections={sections} inView={inView} />
    </nav>
  )
}

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
  const { id, title } = checkSection()
  return [{ id, title, left, state: left === 0 ? 'complete' : 'begun' }, ...own]
}

/** A line at 30% of the window's height: the section that crosses it is in view, and never two are. */
const READING_LINE = '-30% 0px -70% 0px'

type State = {
  readonly icon: 'circle-open' | 'circle-half' | 'check' | 'dash' | 'alert'
  readonly look: 'open' | 'begun' | 'done' | 'wrong'
  readonly words: string
}

/** How the state of a section looks and reads. What is missing is red only after the first Submit. */
function stateOfSection({ state, left }: SectionProgress, isValidating: boolean): State {
  if (left > 0 && isValidating) return { icon: 'alert', look: 'wrong', words: questionsLeft(left) }
  switch (state) {
    case 'not started':
      return { icon: 'circle-open', look: 'open', words: say('(not started)') }
    case 'begun':
      return { icon: 'circle-half', look: 'begun', words: questionsLeft(left) }
    case 'complete':
      return { icon: 'check', look: 'done', words: say('(done)') }
    case 'optional':
      return { icon: 'dash', look: 'open', words: say('(optional)') }
  }
}

const questionsLeft = (count: number) => sayCount(count, '({count} question left)', '({count} questions left)')
