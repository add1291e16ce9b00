import { pageData } from '../../client/index.ts'
import styles from './next-steps.module.css'

/** What the applicant does next, and what the admissions office does. */
export function NextSteps() {
  const { office, phone } = pageData().institution
  return (
    <ol className={styles.steps}>
      <li>
        <div>
          <strong>Send your transcripts</strong>
          Ask each school and college you attended to send official transcripts to the {office}.
        </div>
      </li>
      <li>
        <div>
          <strong>We read your application</strong>
          When every transcript is here, a counselor reads the whole file.
        </div>
      </li>
      <li>
        <div>
          <strong>You hear from us</strong>
          To ask before then, call <a href={`tel:${phone}`}>{phone}</a> and give your reference number.
        </div>
      </li>
    </ol>
  )
}
