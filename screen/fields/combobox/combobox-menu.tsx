import type { UseComboboxReturnValue } from 'downshift'
import { classNames, sentence } from '../../parts/index.ts'
import styles from './combobox.module.css'
import type { ComboboxItem } from './combobox-item.ts'
import { matchIn } from './match-in.ts'
import type { MenuRoom } from './use-menu-room.ts'

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
                {item.created ? sentence`Create '${item.label}'` : <Marked label={item.label} typed={typed} />}
              </span>
              {item.detail && <span className={styles.detail}>{item.detail}</span>}
            </li>
          ))}
      </ul>
      {items.length === 0 && <p className={styles.none}>{loading ? 'Loading...' : 'No options'}</p>}
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
