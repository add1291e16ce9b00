import { deadline, type ProfileSource } from '../../client/index.ts'
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
