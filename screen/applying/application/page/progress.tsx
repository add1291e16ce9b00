import { Frame } from '../../../parts/index.ts'
import { SectionButton, Steps } from '../navigation/index.ts'
import { SaveLine } from '../notices/index.ts'
import styles from './form-page.module.css'

/**
 * The steps and the save status. Below 900px the steps scroll away, and the section in view and the save status stay.
 */
export function Progress() {
  return (
    <section className={styles.progress} aria-label="Your progress">
      <Frame className={styles.row}>
        <div className={styles.steps}>
          <Steps />
        </div>
        <div className={styles.bar}>
          <div className={styles.line}>
            <div className={styles.section}>
              <SectionButton />
            </div>
            <div className={styles.saved}>
              <SaveLine />
            </div>
          </div>
        </div>
      </Frame>
    </section>
  )
}
