import type { ComponentProps, ReactNode } from 'react'
import type { Question } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'
import styles from './field.module.css'
import { FieldErrors } from './field-errors.tsx'
import { FieldHelp } from './field-help.tsx'
import { FieldLabel } from './field-label.tsx'
import { idsOf } from './ids-of.ts'

export type FieldGroupProps = Omit<ComponentProps<'fieldset'>, 'children'> & {
  /** The prefix for the ids of its help and messages. */
  name: string
  label: string
  optional: boolean
  help?: Question['help'] | undefined
  messages: readonly string[]
  /** Text under the controls. */
  after?: string | undefined
  children: ReactNode
}

/**
 * The frame of a question with several controls: a fieldset with legend, help and messages, which are read aloud when
 * the focus enters it.
 */
export function FieldGroup({ name, label, optional, help, messages, after, children, ...rest }: FieldGroupProps) {
  const wrong = messages.length > 0
  return (
    <fieldset
      {...rest}
      className={classNames(styles.field, wrong && styles.wrong)}
      aria-describedby={idsOf(help && `${name}-help`, wrong && `${name}-error`, after && `${name}-after`)}
      data-field
    >
      <FieldLabel optional={optional}>{label}</FieldLabel>
      {help && <FieldHelp id={`${name}-help`}>{help}</FieldHelp>}
      <FieldErrors id={`${name}-error`} messages={messages} />
      <div className={styles.control}>{children}</div>
      {after && (
        <p className={styles.after} id={`${name}-after`}>
          {after}
        </p>
      )}
    </fieldset>
  )
}
