import type { ComponentProps } from 'react'
import { classNames } from '../../parts/index.ts'
import styles from './input.module.css'
import { widthOf } from './width-of.ts'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** The usual length of an answer, in characters. */
  fits?: number | undefined
}

/** A one-line box. It has no `maxlength`: a longer paste is kept, and a message states the limit (Q48). */
export function Input({ fits, className, type = 'text', ...rest }: InputProps) {
  return <input {...rest} type={type} className={classNames(styles.input, widthOf(fits), className)} />
}
