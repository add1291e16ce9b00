import { useState } from 'react'
import { Button } from '../../parts/index.ts'
import { smallerPhoto } from './smaller-photo.ts'
import styles from './upload.module.css'

type MakeSmallerProps = { photo: File; onSmaller: (photo: File, pressed: HTMLElement) => void }

/** For a photo over the size limit, as phones often take them: offers to shrink it. */
export function MakeSmaller({ photo, onSmaller }: MakeSmallerProps) {
  const [busy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const press = async (pressed: HTMLElement) => {
    setBusy(true)
    const smaller = await smallerPhoto(photo)
    setBusy(false)
    if (smaller) onSmaller(smaller, pressed)
    else setFailed(true)
  }
  return (
    <div className={styles.smaller}>
      <Button variant="outline" size="small" busy={busy} onClick={({ currentTarget }) => void press(currentTarget)}>
        Make it smaller
      </Button>
      <span role="status">{hasFailed && "We couldn't make this picture small enough."}</span>
    </div>
  )
}
