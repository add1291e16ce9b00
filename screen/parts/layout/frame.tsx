import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './frame.module.css'

/** The width of the page between its gutters. Everything that is read stands in one. */
export function Frame({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.frame, className)} />
}
