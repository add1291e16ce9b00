import { useState } from 'react'
import { Button, Columns, Dialog, LinkButton, lazyPart } from '../../../parts/index.ts'
import { useApplicantDeps, useSnapshot } from '../applicant/index.ts'
import type { MadeLink } from './another-device.tsx'
import styles from './clear-device.module.css'

const AnotherDevice = lazyPart(async () => (await import('./another-device.tsx')).AnotherDevice)

/** For a visitor on a shared computer: removes every answer from this device, after a confirmation. */
export function ClearDevice() {
  const { onCleared } = useApplicantDeps()
  const { is_logged_in } = useSnapshot()
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const [link, setLink] = useState<MadeLink>()
  const clear = () => {
    onCleared('cleared')
    setAsking(false)
  }
  return (
    <>
      {!is_logged_in && (
        <Columns className={styles.row}>
          <p>
            Your answers are kept on this device for 24 hours. On a shared computer:{' '}
            <LinkButton onClick={() => setAsking(true)}>Clear this device</LinkButton>. To go on elsewhere:{' '}
            <LinkButton onClick={() => setMoving(true)}>Continue on another device</LinkButton>
          </p>
        </Columns>
      )}
      {moving && <AnotherDevice link={link} onLink={setLink} onClose={() => setMoving(false)} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        header="Clear this device"
        description="Every answer you have given so far is removed from this device. This cannot be undone."
        actions={
          <>
            <Button variant="danger" onClick={clear}>
              Clear
            </Button>
            <Button variant="outline" onClick={() => setAsking(false)}>
              Keep my answers
            </Button>
          </>
        }
      />
    </>
  )
}
