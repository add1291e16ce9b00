import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { Loading } from './loading.tsx'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    leading?: IconName | undefined
    trailing?: IconName | undefined
    /** What it started is under way: it keeps its place and its focus, and further presses do nothing. */
    busy?: boolean | undefined
  }

/** A button. It submits a form only when `type="submit"` says so. */
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
      {children}
      {trailing && <Icon name={trailing} />}
    </button>
  )
}

/** `disabled` would drop the focus to the top of the page; a press that is prevented neither acts nor submits, and Enter in a field counts as a press. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
