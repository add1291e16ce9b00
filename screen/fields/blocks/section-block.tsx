import { type RefObject, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { isOptional, isSigned, type Section, say, sayCount, sectionSummary } from '../../../engine/index.ts'
import { controlFor, sectionHeadingId } from '../controls/focus-question.ts'
import { keepInPlace } from '../controls/foldable.tsx'
import { SectionFrame } from '../controls/section-frame.tsx'
import { screenMemory } from '../store/application-store.ts'
import { SectionEndSlot } from '../store/block-actions.ts'
import {
  MarkedOnce,
  useApplication,
  useApplicationStore,
  useScreenMemory,
  useSectionState,
  useWarning,
} from '../store/use-application.tsx'
import styles from './blocks.module.css'
import type { BlockProps } from './draw.tsx'

/**
 * A titled group of a page. If nothing in it is required, its heading says so, and until somebody opens it, it is a line
 * that says what it is good for. On a phone, a finished one folds.
 */
export function SectionBlock({ block, draw }: BlockProps<Section>) {
  const { id, note, items, keys } = block
  const box = useRef<HTMLElement>(null)
  const optional = isOptional(block)
  const [isDone, openDone] = useFoldedSection(block, box)
  const [isClosed, openClosed] = useClosedSection(block)
  const open = () => {
    openDone()
    openClosed()
  }
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
      folded={isDone ? { line: <SectionLine section={block} />, onOpen: edit } : isClosed && { onOpen: edit }}
      onReveal={open}
      below={use(SectionEndSlot)(id)}
    >
      <MarkedOnce value={optional}>{draw(items)}</MarkedOnce>
    </SectionFrame>
  )
}

const OptionalTitle = ({ title }: { title: string }) => (
  <span>
    <span>{title}</span> <span className={styles.optional}>{say('(optional)')}</span>
  </span>
)

/** A folded section in one line: its first telling answers, or how many it has. */
function SectionLine({ section }: { section: Section }) {
  const { form } = useApplicationStore()
  const answers = useApplication((application) => sectionSummary(form, section, application).answers.join(' · '))
  const count = useApplication((application) => sectionSummary(form, section, application).count)
  return (
    <p className={styles.sectionLine} translate={answers === '' ? undefined : 'no'}>
      {answers || sayCount(count, '1 answer', '{count} answers')}
    </p>
  )
}

const closed = screenMemory<boolean>('a section that nobody has opened')

/** Whether an optional section waits to be opened: nothing in it was answered when the page opened, and nothing is now. */
function useClosedSection(section: Section): readonly [isClosed: boolean, open: () => void] {
  const isUnanswered = useSectionState(section.id) === 'optional' && isOptional(section)
  const [initially] = useState(isUnanswered)
  const [wanted, remember] = useScreenMemory(closed, `section-${section.id}`, initially)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was found when the page opened
  useEffect(() => remember(wanted), [])
  return [wanted && isUnanswered, () => remember(false)]
}

/** Kept while the application is open, so that Back finds a page as long as it was. */
const folded = screenMemory<boolean>('a folded section')
const PHONE = '(width < 675px)'

/**
 * Whether a section is folded to a line of its answers. Only on a phone, and only while it is complete and nothing in it
 * looks wrong: when the page opens, and afterwards once the person has gone on to another section. The section that is
 * signed never folds, because the button that submits is in it. `box` is the section.
 */
function useFoldedSection(
  section: Section,
  box: RefObject<HTMLElement | null>,
): readonly [isFolded: boolean, open: () => void] {
  const { id, keys } = section
  const isQuestioned = useWarning(keys) !== undefined
  const isDone = useSectionState(id) === 'complete' && !isQuestioned
  const isComplete = isDone && !isSigned(section)
  const [initially] = useState(isComplete)
  const [wanted, remember] = useScreenMemory(folded, `section-${id}`, initially)
  const isHere = useRef(false)
  const latest = useRef({ isComplete, remember })
  useEffect(() => {
    latest.current = { isComplete, remember }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was found when the page opened
  useEffect(() => remember(wanted), [])

  const isPhone = useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(PHONE)
      const turned = () => {
        // Nothing folds around the focus when a phone is turned.
        if (box.current?.contains(document.activeElement)) latest.current.remember(false)
        notify()
      }
      list.addEventListener('change', turned)
      return () => list.removeEventListener('change', turned)
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  )

  useEffect(() => {
    if (!isPhone) return
    /** By click or key, and not by focus alone: nothing may move while a finger is down. */
    const follow = ({ target }: Event) => {
      const place = target instanceof Element ? target.closest('[data-section]') : null
      if (place === null) return
      const wasHere = isHere.current
      isHere.current = place === box.current
      if (wasHere && !isHere.current && latest.current.isComplete)
        keepInPlace(place, () => latest.current.remember(true))
    }
    document.addEventListener('click', follow)
    document.addEventListener('keyup', follow)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('keyup', follow)
    }
  }, [isPhone, box])

  const open = () => {
    isHere.current = true
    remember(false)
  }
  return [isPhone && wanted && isComplete, open]
}
