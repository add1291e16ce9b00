import { Frame } from '../../../parts/index.ts'
import { Steps } from '../navigation/index.ts'
import { SaveLine } from '../notices/index.ts'
import styles from './progress.module.css'

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
