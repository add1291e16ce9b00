import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './text.module.css'

/** The two ways a text is set, whether it is typed or only read (requirement 3.state.19). */
export type TextVariant = 'underlined' | 'outlined'

type TextProps = ComponentProps<'span'> & { variant?: TextVariant }

/** A value to be read, set as on paper: on a line within a sentence or a table, or in a box of its own. An empty one keeps its height. */
export function Text({ variant = 'outlined', className, ...rest }: TextProps) {
  return <span {...rest} className={classNames(styles.text, styles[variant], className)} />
}
