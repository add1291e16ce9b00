import { useState } from 'react'
import { call } from '../../client/index.ts'
import { Button, Dialog } from '../../parts/index.ts'
import styles from './another-device.module.css'
import { useApplicant } from './applicant-context.ts'
import { useAction } from './use-action.ts'

/** Makes a link with which a visitor goes on elsewhere. What is secret or sensitive stays on this device. */
export function AnotherDevice({ onClose }: { onClose: () => void }) {
  const applicant = useApplicant()
  const [link, setLink] = useState<{ readonly url: string; readonly until: string }>()
  const [isCopied, setCopied] = useState(false)
  const [busy, make] = useAction(async () => {
    applicant.store.commitAll()
    const { url, expires_at } = await call('keepAnswers', { answer: applicant.answersToCarry() })
    setLink({ url, until: day.format(new Date(expires_at)) })
  })
  const [copying, copy] = useAction(async () => {
    await navigator.clipboard.writeText(link?.url ?? '')
    setCopied(true)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      header="Continue on another device"
      description={
        link
          ? `Open this link on the other device. Whoever has it can read these answers until ${link.until}.`
          : 'We keep the answers you have given so far for a week, under a link that only you get. Your Social Security number and answers about yourself and your conduct are left out.'
      }
      actions={
        link ? (
          <Button busy={copying} onClick={copy}>
            {isCopied ? 'Copied' : 'Copy the link'}
          </Button>
        ) : (
          <Button busy={busy} onClick={make}>
            Make the link
          </Button>
        )
      }
    >
      {link && <p className={styles.link}>{link.url}</p>}
    </Dialog>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
