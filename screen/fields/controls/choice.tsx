import type { ComponentProps, ReactNode } from 'react'
import { classNames, Icon } from '../../parts/index.ts'
import styles from './choice.module.css'

export type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'radio' | 'checkbox'; label: ReactNode }

/** A radio button or checkbox with its label. A press anywhere on it counts. */
export function Choice({ label, className, ...rest }: ChoiceProps) {
  return (
    <label className={classNames(styles.choice, className)}>
      <input {...rest} className={styles.control} />
      {rest.type === 'checkbox' && <Icon name="check" className={styles.mark} />}
      <span>{label}</span>
    </label>
  )
}
