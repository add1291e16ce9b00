import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './columns.module.css'

/**
 * The one grid: from 900px its first child stands in the heading rail and its second in the measure; below, one under the other.
 * An only child stands in the measure.
 */
export function Columns({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.columns, className)} />
}
