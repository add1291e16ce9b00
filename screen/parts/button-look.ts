import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** `main` once per page; `quiet` for going back; `danger` only for deleting something. */
  variant?: 'main' | 'outline' | 'quiet' | 'danger' | undefined
  /**
   * `continue` is 15rem by 3rem and `submit` 10rem by 3rem (requirements 9.buttons). These are the preferred width and
   * the minimum height; on a phone the button is as wide as the page.
   */
  size?: 'regular' | 'small' | 'icon' | 'continue' | 'submit' | undefined
  /** The side on which a quiet button drops its padding, so that its text lines up with what is above and below. */
  flush?: 'start' | 'end' | undefined
}

/** The class names of a button, for a link that should look like one. */
export function buttonLook({ variant = 'main', size = 'regular', flush }: ButtonLook = {}): string {
  return classNames(
    styles.button,
    styles[variant],
    styles[size],
    flush === 'start' && styles.flushStart,
    flush === 'end' && styles.flushEnd,
  )
}
