import type { Item } from '../../../engine/index.ts'
import { QuestionField } from '../kinds/index.ts'
import type { Draw } from './draw.ts'
import styles from './revealed.module.css'

/**
 * Puts a line beside questions that appear because of an answer. Notes and sections stand out without one, and a part of
 * an address belongs to its address.
 */
export function Revealed({ items, draw }: { items: readonly Item[]; draw: Draw }) {
  if (items.every(({ kind }) => kind === 'note' || kind === 'section')) return draw(items)
  const parts = items.flatMap((item) => ('key' in item && item.role ? [item] : []))
  if (parts.length === items.length) return parts.map((part) => <QuestionField key={part.key} question={part} />)
  return <div className={styles.revealed}>{draw(items)}</div>
}
