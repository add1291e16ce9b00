import { useState } from 'react'
import { say } from '../../../../engine/index.ts'
import { call, dayInWords } from '../../../client/index.ts'
import { Button, Columns, Dialog, LinkButton, sentence, useAction, useToast } from '../../../parts/index.ts'
import { useApplicant, useApplicantDeps, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './notices.module.css'

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
            {sentence(
              'Your answers stay on this device for 24 hours. Using a shared computer? <clear>Clear this device</clear>. Want to switch? <move>Continue on another device</move>.',
              {
                clear: (words) => <LinkButton onClick={() => setAsking(true)}>{words}</LinkButton>,
                move: (words) => <LinkButton onClick={() => setMoving(true)}>{words}</LinkButton>,
              },
            )}
          </p>
        </Columns>
      )}
      {moving && <AnotherDevice link={link} onLink={setLink} onClose={() => setMoving(false)} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        header={say('Clear this device')}
        description={say('This removes all your answers from this device. You can’t undo it.')}
        actions={
          <>
            <Button variant="danger" onClick={clear}>
              {say('Clear')}
            </Button>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {say('Keep my answers')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** A link created here: its URL, its token, and the last day it works. */
export type MadeLink = { readonly url: string; readonly token: string; readonly until: string }

type AnotherDeviceProps = {
  /** The most recent link, while it works. */
  link: MadeLink | undefined
  onLink: (link: MadeLink | undefined) => void
  onClose: () => void
}

/**
 * Creates and ends a link with which a visitor can continue on another device. Secret and sensitive answers stay on
 * this one.
 */
export function AnotherDevice({ link, onLink, onClose }: AnotherDeviceProps) {
  const applicant = useApplicant()
  const showToast = useToast()
  const [isCopied, setCopied] = useState(false)
  const [busy, make] = useAction(async () => {
    applicant.store.commitAll()
    const { url, token, expires_at } = await call('keepAnswers', { answer: applicant.answersToPass() })
    onLink({ url, token, until: dayInWords(expires_at) })
  })
  const [copying, copyLink] = useAction(async () => {
    await navigator.clipboard.writeText(link?.url ?? '')
    setCopied(true)
  })
  const [ending, end] = useAction(async () => {
    const { message } = await call('endKeptAnswers', { token: link?.token ?? '' })
    onLink(undefined)
    setCopied(false)
    showToast({ severity: 'success', text: message })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      header={say('Continue on another device')}
      description={
        link
          ? say(
              'Open this link on your other device. Anyone with the link can see your answers until {day}, or until you turn it off here.',
              { day: link.until },
            )
          : say(
              'We’ll save your answers for one week behind a private link. We leave out your Social Security number and your answers about yourself and your conduct.',
            )
      }
      actions={
        link ? (
          <>
            <Button busy={copying} onClick={copyLink}>
              {isCopied ? say('Copied') : say('Copy the link')}
            </Button>
            <Button variant="outline" busy={ending} onClick={end}>
              {say('Turn off the link')}
            </Button>
          </>
        ) : (
          <Button busy={busy} onClick={make}>
            {say('Create the link')}
          </Button>
        )
      }
    >
      {link && (
        <p className={styles.link} translate="no">
          {link.url}
        </p>
      )}
    </Dialog>
  )
}
