import { useSnapshot } from '../applicant/index.ts'
import { Saving } from './lazy-saving.tsx'
import { LinkWithAnswers } from './link-with-answers.tsx'
import styles from './messages.module.css'

/** Shows whether the answers are saved. A visitor is told how to save them. */
export function SaveLine() {
  return useSnapshot('is_logged_in') ? (
    <Saving />
  ) : (
    <div className={styles.line} data-save-line>
      <LinkWithAnswers to="/signup">Create an account to save</LinkWithAnswers>
      <span className={styles.saveLineLogin}>
        <LinkWithAnswers to="/login">Log in</LinkWithAnswers>
      </span>
    </div>
  )
}
