import { use } from 'react'
import type { TickGroup } from '../../../engine/index.ts'
import { legalName } from '../../../form/index.ts'
import { SubmitSlot } from '../actions/index.ts'
import { QuestionField } from '../kinds/index.ts'
import { useApplication, useApplicationStore } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './signature-block.module.css'

/** The statements that an applicant signs, with who signs, the day, and the button that submits. */
export function SignatureBlock({ block }: BlockProps<TickGroup>) {
  const { today } = useApplicationStore()
  const name = useApplication(({ answer }) => legalName(answer))
  const id = `${block.keys[0]}-group`
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h3 id={id}>{block.label}</h3>
      {block.help && <p>{block.help}</p>}
      <div className={styles.statements}>
        {block.items.map((item) => item.kind === 'tick' && <QuestionField key={item.key} question={item} />)}
      </div>
      <dl className={styles.signer}>
        <div>
          <dt>Your name</dt>
          <dd className={name ? styles.name : undefined}>{name || 'Not entered yet'}</dd>
        </div>
        <div>
          <dt>Today’s date</dt>
          <dd>{longDate.format(new Date(`${today}T00:00:00Z`))}</dd>
        </div>
      </dl>
      {use(SubmitSlot)}
    </section>
  )
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
