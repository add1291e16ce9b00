import { useState } from 'react'
import { say } from '../../../../engine/index.ts'
import { pageData } from '../../../client/index.ts'
import { Button, Dialog, sentence, useAction, useObserved } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import { type ReadAnswer, readAnswers } from './differences-in.ts'
import styles from './notices.module.css'

/** Shows the answers that were typed here after the application was submitted elsewhere, so that they can be copied. */
export function TooLate() {
  const { store, tooLate } = useApplicant()
  const close = () => {
    tooLate.forget()
    tooLate.hide()
  }
  const typed = useObserved(tooLate.subscribe, tooLate.get)
  const answers = typed ? readAnswers(store.form, typed.application, typed.keys) : []
  if (answers.length === 0) return null
  return <LateAnswers answers={answers} onCopied={tooLate.forget} onClose={close} />
}

type LateProps = { answers: readonly ReadAnswer[]; onCopied: () => void; onClose: () => void }

function LateAnswers({ answers, onCopied, onClose }: LateProps) {
  const { help_email } = pageData().institution
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [copying, copyAnswers] = useAction(async () => {
    await navigator.clipboard.writeText(textOf(answers))
    setCopied(true)
    onCopied()
  })
  return (
    <Dialog
      open
      // Escape or a press outside may be a mistake, and closing erases answers that are stored nowhere else.
      onClose={isCopied || isLeaving ? onClose : () => setLeaving(true)}
      size="s"
      header={isLeaving ? say('Close without copying?') : say('These answers aren’t part of your application')}
      description={
        isLeaving ? (
          <p role="alert">{say('These answers aren’t saved anywhere else. If you close this, they’re gone.')}</p>
        ) : (
          sentence(
            'Your application was submitted without these answers. If they matter, copy them now and send them to {helpEmail}.',
            { helpEmail: help_email },
          )
        )
      }
      actions={
        <>
          <Button busy={copying} onClick={copyAnswers}>
            {isCopied ? say('Copied') : say('Copy these answers')}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {say('Close')}
          </Button>
        </>
      }
    >
      <dl className={styles.answers}>
        {answers.map(({ key, label, under, text }) => (
          <div key={key}>
            <dt>
              <span>{label}</span> <span className={styles.under}>{under}</span>
            </dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The answers as text, to paste into a letter. */
const textOf = (answers: readonly ReadAnswer[]) =>
  answers
    .map(({ label, under, text }) => `${say('{question} ({place})', { question: label, place: under })}\n${text}`)
    .join('\n\n')
