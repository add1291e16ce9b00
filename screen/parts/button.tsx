import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { Loading } from './loading.tsx'

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
