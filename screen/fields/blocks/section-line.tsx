import { type Section, sectionSummary } from '../../../engine/index.ts'
import { useApplication, useApplicationStore } from '../store/index.ts'
import styles from './section-line.module.css'

/** A folded section in one line: its first telling answers, or how many it has. */
export function SectionLine({ section }: { section: Section }) {
  const { form } = useApplicationStore()
  const words = useApplication((application) => {
    const { answers, count } = sectionSummary(form, section, application)
    if (answers.length > 0) return answers.join(' · ')
    return count === 1 ? '1 answer' : `${count} answers`
  })
  return <p className={styles.line}>{words}</p>
}
