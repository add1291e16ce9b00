import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Loading } from './loading.tsx'
import { classNames } from './text.tsx'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    leading?: IconName | undefined
    trailing?: IconName | undefined
    /** The action it started is still running. The button keeps its place and focus, and ignores further presses. */
    busy?: boolean | undefined
  }

/** A button. It submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    flush,
    leading,
    trailing,
    busy,
    type = 'button',
    className,
    children,
    onClick,
    ...rest
  } = props
  return (
    <button
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      type={type}
      className={classNames(buttonLook({ variant, size, flush }), className)}
      onClick={busy ? refuse : onClick}
    >
      {busy ? <Loading size="xs" /> : leading && <Icon name={leading} />}
      {children && <span>{children}</span>}
      {trailing && <Icon name={trailing} />}
    </button>
  )
}

/**
 * `disabled` would move the focus to the top of the page. Preventing the click also blocks Enter in a field, which
 * submits by click.
 */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'size' | 'leading' | 'trailing' | 'aria-label'> & {
  icon: IconName
  /** What the button does. Read aloud, because the button shows no text. */
  label: string
}

/** A button with an icon and no visible text. */
export function IconButton({ icon, label, variant = 'quiet', busy, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} size="icon" busy={busy} aria-label={label}>
      {!busy && <Icon name={icon} />}
    </Button>
  )
}

/**
 * A button that looks like a link, for an action inside a sentence. For a link that looks like a button, see
 * `buttonLook`.
 */
export function LinkButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(styles.link, className)} />
}

type ButtonLook = {
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
