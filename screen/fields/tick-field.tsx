import type { TickQuestion } from '../../engine/index.ts'
import { classNames } from '../parts/index.ts'
import styles from './field.module.css'
import { FieldErrors } from './field-errors.tsx'
import { FieldHelp } from './field-help.tsx'
import { idsOf } from './ids-of.ts'
import { TickBox } from './tick-box.tsx'
import { useMessages } from './use-messages.ts'

/** A single checkbox, with its label next to it. It is not marked optional, because a checkbox may stay empty. */
export function TickField({ question }: { question: TickQuestion }) {
  const { key, help } = question
  const messages = useMessages([question])
  const wrong = messages.length > 0
  return (
    <div className={classNames(styles.field, wrong && styles.wrong)} data-field>
      {help && <FieldHelp id={`${key}-help`}>{help}</FieldHelp>}
      <FieldErrors id={`${key}-error`} messages={messages} />
      <TickBox
        question={question}
        aria-invalid={wrong || undefined}
        aria-describedby={idsOf(help && `${key}-help`, wrong && `${key}-error`)}
      />
    </div>
  )
}
