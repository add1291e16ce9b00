import type { ReactNode } from 'react'
import type { Item } from '../../../engine/index.ts'
import { Row } from '../../parts/index.ts'
import { BlockView } from '../blocks/index.ts'
import { QuestionField } from '../kinds/index.ts'
import { useHasCleared } from '../store/index.ts'
import { ClearedNotice } from './lazy-cleared-notice.ts'
import { linesOf } from './lines-of.ts'
import { NoteView } from './note-view.tsx'

/** Renders questions, notes and blocks in reading order, with short questions side by side. */
export function ItemsView({ items }: { items: readonly Item[] }) {
  return linesOf(items).map(({ place, cells }) => {
    if (cells.length === 1 && cells[0]?.span === undefined)
      return cells.map(({ item }) => <ItemView key={place} item={item} />)
    return (
      <Row key={place}>
        {cells.map(({ place, item, span, fills }) => (
          <div key={place} data-span={span} data-fills={fills}>
            <ItemView item={item} />
          </div>
        ))}
      </Row>
    )
  })
}

const draw = (items: readonly Item[]): ReactNode => <ItemsView items={items} />

function ItemView({ item }: { item: Item }) {
  if (item.kind === 'note') return <NoteView note={item} />
  return (
    <>
      {'key' in item ? <QuestionField question={item} /> : <BlockView block={item} draw={draw} />}
      <Cleared item={item} />
    </>
  )
}

/** Says below a question, or a block that draws its questions itself, what an answer in it has cleared. */
function Cleared({ item }: { item: Exclude<Item, { kind: 'note' }> }) {
  return useHasCleared('key' in item ? [item.key] : item.keys) && <ClearedNotice item={item} />
}
