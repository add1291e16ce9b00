import type { ComponentProps, MouseEvent } from 'react'
import { Icon } from '../../parts/index.ts'
import styles from './combobox.module.css'

type ComboboxButtonProps = ComponentProps<'button'> & { clear: boolean; onClear: () => void }

/**
 * For mouse and touch: opens the list of an empty box, or clears a chosen entry. Keyboard users do both in the box
 * itself.
 */
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
