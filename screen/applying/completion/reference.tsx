import { useState } from 'react'
import { Button, LiveRegion, useAction, VisuallyHidden } from '../../parts/index.ts'
import styles from './completion.module.css'

/** The reference number of the submission, with a button that copies it. */
export function Reference({ number }: { number: string }) {
  const [isCopied, setCopied] = useState(false)
  const [copying, copy] = useAction(async () => {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  })
  return (
    <div className={styles.reference}>
      <dl>
        <dt>Your reference number</dt>
        <dd translate="no">{number}</dd>
      </dl>
      <Button variant="outline" size="small" busy={copying} onClick={copy}>
        <span>{isCopied ? 'Copied' : 'Copy'}</span>
        <VisuallyHidden> the reference number</VisuallyHidden>
      </Button>
      <LiveRegion>{isCopied && 'Copied'}</LiveRegion>
    </div>
  )
}
