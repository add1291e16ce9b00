import { type Section, sectionSummary } from '../../../engine/index.ts'
import { useApplication, useApplicationStore } from '../store/index.ts'
import styles from './section-line.module.css'

/** A folded section in one line: its first telling answers, or how many it has. */
export function SectionLine({ section }: { section: Section }) {
  const { form } = useApplicationStore()
  const answers = useApplication((application) => sectionSummary(form, section, application).answers.join(' · '))
  const count = useApplication((application) => sectionSummary(form, section, application).count)
  const counted = count === 1 ? '1 answer' : `${count} answers`
  return (
    <p className={styles.line} translate={answers === '' ? undefined : 'no'}>
      {answers || counted}
    </p>
  )
}
