import type { ReactNode } from 'react'
import type { Question } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'
import { useLabel, useMessages, useOptional, useRequired, useWarning } from '../store/index.ts'
import styles from './field.module.css'
import { FieldErrors } from './field-errors.tsx'
import { FieldHelp } from './field-help.tsx'
import { FieldLabel } from './field-label.tsx'
import { useFieldNote } from './field-notes.ts'
import { idsOf } from './ids-of.ts'

/** Connects a control to its label, help and messages. The id is the answer key (Q53). */
export type ControlAttributes = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
  readonly 'aria-describedby': string | undefined
}

export type FieldProps = {
  question: Question
  /** Text under the control. Like help, it describes the control. */
  after?: string | undefined
  /** Shown instead of the messages of the question. */
  messages?: readonly string[] | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** The frame of a question with one control: label, help, messages, control. */
export function Field({ question, after: said, messages: own, children }: FieldProps) {
  const { key, help, notice } = question
  const warning = useWarning([key])
  const label = useLabel(question)
  const found = useMessages([question])
  const messages = own ?? found
  const after = said ?? (warning !== undefined && messages.includes(warning) ? undefined : warning)
  const optional = useOptional([question])
  const required = useRequired([question])
  const note = useFieldNote(key)
  const hasMessages = messages.length > 0
  const wrong = hasMessages || note?.isWrong === true
  const control = {
    id: key,
    name: key,
    'aria-invalid': wrong || undefined,
    'aria-required': required,
    'aria-describedby': idsOf(
      help && `${key}-help`,
      hasMessages && `${key}-error`,
      after && `${key}-after`,
      note?.describedBy,
    ),
  } as const
  return (
    <div className={classNames(styles.field, wrong && styles.wrong)} data-field>
      <FieldLabel htmlFor={key} optional={optional}>
        {label}
      </FieldLabel>
      {help && <FieldHelp id={`${key}-help`}>{help}</FieldHelp>}
      {notice && (
        <details className={styles.notice}>
          <summary>{notice.title}</summary>
          <p>{notice.text}</p>
        </details>
      )}
      <FieldErrors id={`${key}-error`} messages={messages} />
      <div className={styles.control}>{children(control)}</div>
      {after && (
        <p className={styles.after} id={`${key}-after`}>
          {after}
        </p>
      )}
    </div>
  )
}
