import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './text.module.css'

/** The two ways to display text, editable or read-only (requirement 3.state.19). */
export type TextVariant = 'underlined' | 'outlined'

type TextProps = ComponentProps<'span'> & { variant?: TextVariant }

/**
 * A read-only value, shown as on a paper form: on a line inside a sentence or table, or in its own box. An empty value
 * keeps its height.
 */
export function Text({ variant = 'outlined', className, ...rest }: TextProps) {
  return <span {...rest} className={classNames(styles.text, styles[variant], className)} />
}
