import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './link-button.module.css'

/**
 * A button that looks like a link, for an action inside a sentence. For a link that looks like a button, see
 * `buttonLook`.
 */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(styles.link, className)} />
}
