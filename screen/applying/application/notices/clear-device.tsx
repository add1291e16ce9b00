import { useState } from 'react'
import { Button, Columns, Dialog, LinkButton, lazyPart } from '../../../parts/index.ts'
import { useApplicantDeps, useSnapshot } from '../applicant/index.ts'
import type { MadeLink } from './another-device.tsx'
import styles from './messages.module.css'

const AnotherDevice = lazyPart(async () => (await import('./another-device.tsx')).AnotherDevice)

/** For a visitor on a shared computer: removes every answer from this device, after a confirmation. */
export function ClearDevice() {
  const { onErased } = useApplicantDeps()
  const is_logged_in = useSnapshot('is_logged_in')
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const [link, setLink] = useState<MadeLink>()
  const clear = () => {
    onErased('device')
    setAsking(false)
  }
  return (
    <>
      {!is_logged_in && (
        <Columns className={styles.clearDeviceRow}>
          <p>
            <span>Your answers stay on this device for 24 hours. Using a shared computer?</span>{' '}
            <LinkButton onClick={() => setAsking(true)}>Clear this device</LinkButton>
            <span>. Want to switch?</span>{' '}
            <LinkButton onClick={() => setMoving(true)}>Continue on another device</LinkButton>
            <span>.</span>
          </p>
        </Columns>
      )}
      {moving && <AnotherDevice link={link} onLink={setLink} onClose={() => setMoving(false)} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        header="Clear this device"
        description="This removes all your answers from this device. You can’t undo it."
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
