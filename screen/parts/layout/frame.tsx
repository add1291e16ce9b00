import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './frame.module.css'

/** The page width between its side margins. All page content goes in one. */
export function Frame({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.frame, className)} />
}
