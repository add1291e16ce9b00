import { deadlineInWords } from '../../../engine/index.ts'
import { type ProfileSource, pageData } from '../../client/index.ts'
import { Frame, Notice, useObserved } from '../../parts/index.ts'
import styles from './own-applications.module.css'

/** Above the form, while staff have opened a submitted application for changes: until when, and why. */
export function ReopenedNotice({ profileSource }: { profileSource: ProfileSource }) {
  const profile = useObserved(profileSource.subscribe, profileSource.get)
  if (!profile?.reopening) return null
  const { until, reason } = profile.reopening
  return (
    <Frame className={styles.notice}>
      <Notice title={`Your application is open for changes ${deadline(until)}`}>
        <p>
          <span>We wrote:</span> <span>{reason}</span>
        </p>
        <p>Make your changes, then sign and submit again. If you don’t, what you signed before counts.</p>
      </Notice>
    </Frame>
  )
}

/** "through December 15, 2026": until when something can be done, by the institution's clock. */
export const deadline = (end: string): string => deadlineInWords(new Date(end), pageData().institution.time_zone)

/** A moment in words, by the institution's clock. */
export const dayAndTime = (at: string): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: pageData().institution.time_zone,
  }).format(new Date(at))
