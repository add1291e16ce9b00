import type { ReactNode } from 'react'
import type { Question } from '../../../engine/index.ts'
import { classNames } from '../../parts/index.ts'
import { useMessages, useRequired } from '../store/index.ts'
import styles from './field.module.css'
import type { ControlAttributes } from './field.tsx'
import { FieldErrors } from './field-errors.tsx'
import { FieldHelp } from './field-help.tsx'
import { idsOf } from './ids-of.ts'

type FieldWithoutLabelProps = {
  question: Question
  children: (control: Pick<ControlAttributes, 'aria-invalid' | 'aria-required' | 'aria-describedby'>) => ReactNode
}

/** The frame of a control that has its own label, such as a single checkbox: help, messages, control. */
export function FieldWithoutLabel({ question, children }: FieldWithoutLabelProps) {
  const { key, help } = question
  const messages = useMessages([question])
  const required = useRequired([question])
  const wrong = messages.length > 0
  return (
    <div className={classNames(styles.field, wrong && styles.wrong)} data-field>
      {help && <FieldHelp id={`${key}-help`}>{help}</FieldHelp>}
      <FieldErrors id={`${key}-error`} messages={messages} />
      {children({
        'aria-invalid': wrong || undefined,
        'aria-required': required,
        'aria-describedby': idsOf(help && `${key}-help`, wrong && `${key}-error`),
      })}
    </div>
  )
}
