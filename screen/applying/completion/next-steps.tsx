import { pageData } from '../../client/index.ts'
import styles from './completion.module.css'

/** What the applicant does next, and what the admissions office does. `schools` are asked for a transcript. */
export function NextSteps({ schools }: { schools: readonly string[] }) {
  const { office, phone, decision_time } = pageData().institution
  return (
    <ol className={styles.steps}>
      <li>
        <div>
          <strong>Send your transcripts</strong>
          {schools.length <= IN_A_SENTENCE ? (
            <span>
              <span>Ask</span> <span>{list.format(schools) || 'each school you attended'}</span>{' '}
              <span>to send an official transcript to the</span> <span>{office}</span>
              <span>.</span>
            </span>
          ) : (
            <>
              <span>
                <span>Ask each of these schools to send an official transcript to the</span> <span>{office}</span>
                <span>:</span>
              </span>
              <ul className={styles.schools}>
                {schools.map((school) => (
                  <li key={school}>{school}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </li>
      <li>
        <div>
          <strong>We review your application</strong>
          <span>Once we have all your transcripts, a counselor reads everything you sent.</span>
        </div>
      </li>
      <li>
        <div>
          <strong>We send you our decision</strong>
          <span>
            {decision_time
              ? `We’ll email you our decision, usually in ${decision_time}. `
              : 'We’ll email you our decision. '}
          </span>
          <span>If you have questions before then, call</span>{' '}
          <a href={`tel:${phone}`} translate="no">
            {phone}
          </a>{' '}
          <span>and mention your reference number.</span>
        </div>
      </li>
    </ol>
  )
}

/** More schools than this are easier to read in a list. */
const IN_A_SENTENCE = 2
const list = new Intl.ListFormat('en-US')
