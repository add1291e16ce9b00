import type { Item } from '../../../engine/index.ts'
import type { Draw } from './draw.ts'
import styles from './revealed.module.css'

/**
 * Puts a line beside questions that appear because of an answer. Notes and sections stand out without one, and a part of
 * an address belongs to its address.
 */
export function Revealed({ items, draw }: { items: readonly Item[]; draw: Draw }) {
  if (items.every((item) => item.kind === 'note' || item.kind === 'section' || ('key' in item && item.role)))
    return draw(items)
  return <div className={styles.revealed}>{draw(items)}</div>
}
