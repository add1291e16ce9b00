import type { MouseEvent } from 'react'
import type { SectionProgress } from '../../../../engine/index.ts'
import { focusSection, sectionHeadingId } from '../../../fields/index.ts'
import { classNames, Icon, VisuallyHidden } from '../../../parts/index.ts'
import { useSnapshot } from '../applicant/index.ts'
import styles from './navigation.module.css'
import { stateOfSection } from './state-of-section.ts'

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
                <VisuallyHidden>{` (${words})`}</VisuallyHidden>
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
