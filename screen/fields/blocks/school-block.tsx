import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keysIn, type School } from '../../../engine/index.ts'
import { LiveRegion } from '../../parts/index.ts'
import { QuestionField } from '../kinds/index.ts'
import { BlockFieldset, controlFor } from '../layout/index.ts'
import { isChosen, isOwnText, isWithoutRecord, SearchedContext, searchedIn } from '../lookup/index.ts'
import { useApplication, useApplicationStore, useFromStore } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './school-block.module.css'
import { SchoolCard } from './school-card.tsx'

/** What the person does with a school that they chose from the list. */
type Way = 'reading' | 'changing' | 'editing'

/**
 * A school: its name, which has a search, and its details. A school chosen from the list is a card; if the person types
 * a name that is not in the list, they fill in the details themselves (requirement 4.autocomplete.5).
 */
export function SchoolBlock({ block, draw }: BlockProps<School>) {
  const [name, code, ...rest] = block.items
  const store = useApplicationStore()
  const searched = useMemo(() => searchedIn(block), [block])
  const isFree = useFromStore(() => isOwnText(store, searched))
  const isBare = useFromStore(() => isWithoutRecord(store, searched))
  const isFound = useFromStore(() => isChosen(store, searched) && !store.unfinished().has(searched.key))
  const title = useApplication(({ answer }) => answer[searched.key])
  const [way, setWay] = useState<Way>('reading')
  const [isLeft, setLeft] = useState(false)
  if (!isFound && way !== 'reading') setWay('reading') // the next school that is chosen is a card again
  const isCard = isFound && way === 'reading'
  const card = useRef<HTMLFieldSetElement>(null)
  useFocusOfCard(isCard, card)

  const below = isBare
    ? 'We couldn’t find this school’s address. Please enter it below.'
    : isFree && 'Enter your school information below.'

  const change = (next: Way, key: string | undefined) => {
    flushSync(() => setWay(next))
    controlFor(key ?? '')?.focus()
  }
  const leave = () => {
    setLeft(true)
    if (way === 'changing') setWay('reading')
  }
  if (isCard)
    return (
      <BlockFieldset name={`${searched.key}-group`} legend={block.label} legendLook="hidden" help={block.help}>
        <SearchedContext value={searched}>
          <SchoolCard
            key={title}
            ref={card}
            block={block}
            draw={draw}
            onChange={() => change('changing', searched.key)}
            onEdit={() => change('editing', firstKeyIn(rest))}
          />
        </SearchedContext>
      </BlockFieldset>
    )
  return (
    <BlockFieldset name={`${searched.key}-group`} legend={block.label} legendLook="hidden" help={block.help}>
      <SearchedContext value={searched}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: notes that the search was left; it is the control */}
        <div
          onFocus={() => setLeft(false)}
          onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && leave()}
        >
          {name?.kind === 'text' && <QuestionField question={name} />}
          <p className={styles.below}>{below}</p>
          {/* While the person types, the search reads its results aloud. */}
          <LiveRegion>{(isBare || isLeft) && below}</LiveRegion>
        </div>
        {code?.kind === 'code' && <QuestionField question={code} />}
        {way !== 'changing' && draw(rest)}
      </SearchedContext>
    </BlockFieldset>
  )
}

/** The first of these questions that has a box. */
const firstKeyIn = (items: School['items']) => keysIn(items.filter(({ kind }) => kind !== 'code'))[0]

/** The search box is gone once a school is chosen, so the card that replaces it takes the focus. */
function useFocusOfCard(isCard: boolean, card: RefObject<HTMLElement | null>): void {
  const wasCard = useRef(isCard)
  useLayoutEffect(() => {
    if (isCard && !wasCard.current && document.activeElement === document.body) card.current?.focus()
    wasCard.current = isCard
  })
}
