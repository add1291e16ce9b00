import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** `main` once a page; `quiet` for what leads back; `danger` only where something is destroyed. */
  variant?: 'main' | 'outline' | 'quiet' | 'danger' | undefined
  /**
   * `continue` is 15rem by 3rem and `submit` 10rem by 3rem (requirements 9.buttons), as preferred width and least
   * height; full width on a phone.
   */
  size?: 'regular' | 'small' | 'icon' | 'continue' | 'submit' | undefined
  /** A quiet button lines up by its words: the side on which it gives up its padding. */
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
