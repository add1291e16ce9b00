import { Frame } from '../../parts/index.ts'
import styles from './progress.module.css'
import { SaveLine } from './save-line.tsx'
import { Steps } from './steps.tsx'

/** The steps and the save status; on a phone the steps scroll away and the save status stays. */
export function Progress() {
  return (
    <section className={styles.progress} aria-label="Your progress">
      <Frame className={styles.row}>
        <Steps />
        <div className={styles.line}>
          <SaveLine />
        </div>
      </Frame>
    </section>
  )
}
