import type { Item } from '../../../engine/index.ts'
import type { Draw } from '../draw.ts'
import styles from './revealed.module.css'

/** Questions that appear because of an answer stand behind a line. A note speaks for itself, a section has its own heading. */
export function Revealed({ items, draw }: { items: readonly Item[]; draw: Draw }) {
  if (items.every(({ kind }) => kind === 'note' || kind === 'section')) return draw(items)
  return <div className={styles.revealed}>{draw(items)}</div>
}
