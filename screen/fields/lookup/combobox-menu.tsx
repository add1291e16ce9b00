import type { UseComboboxReturnValue } from 'downshift'
import { type ComponentProps, type MouseEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { say } from '../../../engine/index.ts'
import { classNames, Icon, sentence } from '../../parts/index.ts'
import styles from './combobox.module.css'
import { type ComboboxItem, matchIn } from './matching.ts'

type ComboboxMenuProps = {
  onChoose: (entry: ComboboxItem) => void
  list: UseComboboxReturnValue<ComboboxItem>
  isOpen: boolean
  label: string
  items: readonly ComboboxItem[]
  typed: string | undefined
  loading: boolean
  room: MenuRoom
}

/** The list under a box, or a message that it is empty. Its height is in px (requirement 9.searchable.1). */
export function ComboboxMenu({ list, isOpen, label, items, typed = '', loading, room, onChoose }: ComboboxMenuProps) {
  const { getMenuProps, getItemProps } = list
  return (
    <div className={classNames(styles.menu, room.above && styles.above)} hidden={!isOpen}>
      <ul
        {...getMenuProps({ 'aria-label': label })}
        className={styles.list}
        style={{ maxHeight: room.height }}
        hidden={items.length === 0}
      >
        {isOpen &&
          items.map((item, index) => (
            <li
              key={item.created ? 'created' : `entry ${item.value}`}
              {...getItemProps({ item, index, onClick: () => onChoose(item) })}
              className={classNames(styles.option, item.created && styles.created)}
            >
              <span>
                {item.created ? (
                  sentence("Create '{label}'", { label: item.label })
                ) : (
                  <Marked label={item.label} typed={typed} />
                )}
              </span>
              {item.detail && <span className={styles.detail}>{item.detail}</span>}
            </li>
          ))}
      </ul>
      {items.length === 0 && <p className={styles.none}>{loading ? say('Loading...') : say('No options')}</p>}
    </div>
  )
}

/** A label with the typed part in bold. */
function Marked({ label, typed }: { label: string; typed: string }) {
  const match = matchIn(label, typed)
  if (!match) return <span>{label}</span>
  return (
    <>
      <span>{label.slice(0, match.start)}</span>
      <mark>{label.slice(match.start, match.end)}</mark>
      <span>{label.slice(match.end)}</span>
    </>
  )
}

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
      <button {...shared} aria-label={say('Clear')} onClick={onClear}>
        <Icon name="cross" />
      </button>
    )
  return (
    <button {...toggle} {...shared} aria-label={say('Show choices')}>
      <Icon name="chevron-down" />
    </button>
  )
}

const MOST = 300 // 9.searchable.1
const LEAST = 140 // 9.searchable.1
const GAP = 8 // between the list and the edge of the visible area

type MenuRoom = { readonly above: boolean; readonly height: number }

/**
 * Where a list opens and its maximum height in px. It opens below the box, or above if only that side has room. Space
 * behind an on-screen keyboard does not count.
 */
export function useMenuRoom(box: RefObject<HTMLElement | null>, open: boolean): MenuRoom {
  const [room, setRoom] = useState<MenuRoom>({ above: false, height: MOST })
  useLayoutEffect(() => {
    if (!open || box.current === null) return
    const element = box.current
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect()
      const seenFrom = window.visualViewport?.offsetTop ?? 0
      const seenTo = seenFrom + (window.visualViewport?.height ?? window.innerHeight)
      setRoom(roomBetween(top - seenFrom - GAP, seenTo - bottom - GAP))
    }
    measure()
    window.visualViewport?.addEventListener('resize', measure)
    return () => window.visualViewport?.removeEventListener('resize', measure)
  }, [box, open])
  return room
}

/** Places a list, given the space above and below its box, in px. */
export function roomBetween(above: number, below: number): MenuRoom {
  const isAbove = below < LEAST && above > below
  return { above: isAbove, height: Math.max(LEAST, Math.min(MOST, isAbove ? above : below)) }
}
