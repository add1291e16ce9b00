import type { ComponentProps, ReactNode } from 'react'
import type { TickQuestion } from '../../../engine/index.ts'
import { classNames, Icon } from '../../parts/index.ts'
import { useAnswer } from '../store/use-application.tsx'
import styles from './controls.module.css'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'radio' | 'checkbox'; label: ReactNode }

/** A radio button or checkbox with its label. A press anywhere on it counts. */
export function Choice({ label, className, ...rest }: ChoiceProps) {
  return (
    <label className={classNames(styles.choice, className)}>
      <input {...rest} className={styles.button} />
      {rest.type === 'checkbox' && <Icon name="check" className={styles.mark} />}
      <span>{label}</span>
    </label>
  )
}

type TickBoxProps = {
  question: TickQuestion
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** A checkbox with its label. Checking it commits the answer (Q10). */
export function TickBox({ question, ...rest }: TickBoxProps) {
  const { key, label } = question
  const [value, write, commit] = useAnswer(question)
  return (
    <Choice
      {...rest}
      type="checkbox"
      label={label}
      id={key}
      name={key}
      checked={value === 'true'}
      onChange={(event) => {
        write(event.target.checked ? 'true' : '')
        commit()
      }}
    />
  )
}

/** A set of choices: in boxes side by side or stacked, in a plain list, or in two columns if there is room. */
export function Choices({ as, children }: { as: 'boxes' | 'stack' | 'list' | 'columns'; children: ReactNode }) {
  return <div className={styles[as]}>{children}</div>
}
