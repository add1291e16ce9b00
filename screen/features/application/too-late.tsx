import { useSyncExternalStore } from 'react'
import { pageData } from '../../client/index.ts'
import { Button, Dialog } from '../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'
import { readAnswers } from './differences-in.ts'
import styles from './too-late.module.css'

/** What was typed in this tab after the application had been submitted in another place: said once, to be copied. */
export function TooLate() {
  const { store, tooLate } = useApplicant()
  const typed = useSyncExternalStore(tooLate.subscribe, tooLate.get)
  const { help_email } = pageData().institution
  const answers = typed ? readAnswers(store.form, typed.application, typed.keys) : []
  if (answers.length === 0) return null
  const close = () => tooLate.set(undefined)
  return (
    <Dialog
      open
      onClose={close}
      size="s"
      header="This is not part of your application"
      description={`Your application was submitted in another tab or on another device. What you wrote here after that is not part of it. If it matters, copy it now and send it to ${help_email}.`}
      actions={<Button onClick={close}>Close</Button>}
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
