import { useState, useSyncExternalStore } from 'react'
import { pageData } from '../../client/index.ts'
import { Button, Dialog } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'
import { type ReadAnswer, readAnswers } from './differences-in.ts'
import styles from './too-late.module.css'
import { useAction } from './use-action.ts'

/** What was typed in this tab after the application had been submitted in another place: said once, to be copied. */
export function TooLate() {
  const { store, tooLate } = useApplicant()
  const typed = useSyncExternalStore(tooLate.subscribe, tooLate.get)
  const answers = typed ? readAnswers(store.form, typed.application, typed.keys) : []
  if (answers.length === 0) return null
  return <LateAnswers answers={answers} onClose={() => tooLate.set(undefined)} />
}

function LateAnswers({ answers, onClose }: { answers: readonly ReadAnswer[]; onClose: () => void }) {
  const { help_email } = pageData().institution
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [copying, entry] = useAction(async () => {
    await navigator.clipboard.writeText(textOf(answers))
    setCopied(true)
  })
  return (
    <Dialog
      open
      // Escape, or a press beside it, may be a slip, and these answers are kept nowhere else.
      onClose={isCopied || isLeaving ? onClose : () => setLeaving(true)}
      size="s"
      header={isLeaving ? 'Close without copying?' : 'This is not part of your application'}
      description={
        isLeaving ? (
          <p role="alert">These answers are not kept anywhere. Once you close this, they are gone.</p>
        ) : (
          `Your application was already submitted when you wrote this. If it matters, copy it now and send it to ${help_email}.`
        )
      }
      actions={
        <>
          <Button busy={copying} onClick={entry}>
            {isCopied ? 'Copied' : 'Copy these answers'}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <dl className={styles.answers}>
        {answers.map(({ key, label, under, text }) => (
          <div key={key}>
            <dt>
              {label} <span className={styles.under}>{under}</span>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The answers as they are pasted into a letter. */
const textOf = (answers: readonly ReadAnswer[]) =>
  answers.map(({ label, under, text }) => `${label} (${under})\n${text}`).join('\n\n')
