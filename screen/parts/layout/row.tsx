import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './row.module.css'

/**
 * Places its children side by side on six columns, three columns each unless a child sets `data-span` to 2, 4 or 6;
 * below 675px they stack. Each child spans six rows that its neighbors share, so that a long label, a message or a hint
 * of one does not push it out of line with the next.
 */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />
}
