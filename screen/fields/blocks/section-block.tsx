import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { isOptional, type Section } from '../../../engine/index.ts'
import { lazyPart } from '../../parts/index.ts'
import { controlFor, SectionFrame, sectionHeadingId } from '../layout/index.ts'
import { MarkedOnce } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './section-block.module.css'
import { useFoldedSection } from './use-folded-section.ts'

const SectionLine = lazyPart(async () => (await import('./section-line.tsx')).SectionLine, { preloaded: true })

/** A titled group of a page. If nothing in it is required, its heading says so. On a phone, a finished one folds. */
export function SectionBlock({ block, draw }: BlockProps<Section>) {
  const { id, note, items, keys } = block
  const box = useRef<HTMLElement>(null)
  const [isFolded, open] = useFoldedSection(block, box)
  const optional = isOptional(block)
  const edit = () => {
    flushSync(open)
    const first = controlFor(keys[0] ?? '') ?? document.getElementById(sectionHeadingId(id))
    first?.focus()
  }
  return (
    <SectionFrame
      ref={box}
      id={id}
      title={optional ? <OptionalTitle title={block.title} /> : block.title}
      note={note}
      folded={isFolded && { line: <SectionLine section={block} />, onEdit: edit }}
      onReveal={open}
    >
      <MarkedOnce value={optional}>{draw(items)}</MarkedOnce>
    </SectionFrame>
  )
}

const OptionalTitle = ({ title }: { title: string }) => (
  <span>
    <span>{title}</span> <span className={styles.optional}>(optional)</span>
  </span>
)
