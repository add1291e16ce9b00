import { useState } from 'react'
import { isGiven } from '../../../../engine/index.ts'
import { firstPath } from '../../../../form/index.ts'
import { pageData } from '../../../client/index.ts'
import { Columns, LinkButton } from '../../../parts/index.ts'
import { useLocation } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/index.ts'
import styles from './messages.module.css'

/**
 * What to have at hand, how long it takes and until when to apply: on the first page, for a visitor without answers. It
 * stays until it is hidden or the page is opened again, because the page must not move under what is being typed.
 */
export function BeforeYouStart() {
  const is_logged_in = useSnapshot('is_logged_in')
  const { pathname } = useLocation()
  const { store } = useApplicant()
  const [isWanted, setWanted] = useState(() => !Object.values(store.current().answer).some(isGiven))
  const { deadline } = pageData().institution
  if (is_logged_in || !isWanted || pathname !== firstPath) return null
  return (
    <Columns className={styles.panel}>
      <p className={styles.beforeYouStartTitle}>Before you start</p>
      <div>
        <ul className={styles.list}>
          <li>Have the names of your schools and the dates you attended handy.</li>
          <li>Transcripts and test scores help, but you can start without them.</li>
          <li>Plan on about 30 minutes. You can stop anytime and come back.</li>
          {deadline && <li>{deadline}</li>}
        </ul>
        <p className={styles.hide}>
          <LinkButton onClick={() => setWanted(false)}>Hide this</LinkButton>
        </p>
      </div>
    </Columns>
  )
}
