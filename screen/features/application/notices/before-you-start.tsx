import { useState } from 'react'
import { isGiven } from '../../../../engine/index.ts'
import { firstPath } from '../../../../form/index.ts'
import { pageData } from '../../../client/index.ts'
import { useApplication } from '../../../fields/index.ts'
import { Columns, LinkButton } from '../../../parts/index.ts'
import { useLocation } from '../../../router/index.ts'
import { useSnapshot } from '../applicant/index.ts'
import styles from './before-you-start.module.css'
import { firstVisit } from './first-visit.ts'

/**
 * What to have at hand, how long it takes and until when to apply: on the first page, for a visitor who is here for the
 * first time and has typed nothing yet.
 */
export function BeforeYouStart() {
  const { is_logged_in } = useSnapshot()
  const { pathname } = useLocation()
  const hasAnswers = useApplication(({ answer }) => Object.values(answer).some(isGiven))
  const [isFirst, setFirst] = useState(firstVisit.isNow)
  const { deadline } = pageData().institution
  if (is_logged_in || hasAnswers || !isFirst || pathname !== firstPath) return null
  const hide = () => {
    firstVisit.end()
    setFirst(false)
  }
  return (
    <Columns className={styles.panel}>
      <p className={styles.title}>Before you start</p>
      <div>
        <ul className={styles.list}>
          <li>Have the names of your schools and the dates you attended handy.</li>
          <li>Transcripts and test scores help, but you can start without them.</li>
          <li>Plan on about 30 minutes. You can stop anytime and come back.</li>
          {deadline && <li>{deadline}</li>}
        </ul>
        <p className={styles.hide}>
          <LinkButton onClick={hide}>Hide this</LinkButton>
        </p>
      </div>
    </Columns>
  )
}
