import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './columns.module.css'

/**
 * The page grid. From 900px wide, the first child goes in the heading column and the second in the text column; below
 * that, they stack. An only child goes in the text column.
 */
export function Columns({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.columns, className)} />
}
