import type { ComponentProps, MouseEvent } from 'react'
import { Icon } from '../../parts/index.ts'
import styles from './combobox.module.css'

type ComboboxButtonProps = ComponentProps<'button'> & { clear: boolean; onClear: () => void }

/** For the mouse and the finger: opens the list of an empty box, clears a chosen one. The keyboard does both in the box itself. */
export function ComboboxButton({ clear, onClear, ...toggle }: ComboboxButtonProps) {
  const shared = {
    type: 'button',
    tabIndex: -1,
    className: styles.button,
    onMouseDown: (event: MouseEvent) => event.preventDefault(), // the box keeps the focus
  } as const
  if (clear)
    return (
      <button {...shared} aria-label="Clear" onClick={onClear}>
        <Icon name="cross" />
      </button>
    )
  return (
    <button {...toggle} {...shared} aria-label="Show choices">
      <Icon name="chevron-down" />
    </button>
  )
}
