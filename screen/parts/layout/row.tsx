import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './row.module.css'

/**
 * Sets its children side by side on six columns, three each unless a child carries `data-span` of 2, 4 or 6; below 675px one under the other.
 * Neighbours end on one line, so that an added message above one control does not push it off the line of the next.
 */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />
}
