import { type Ref, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { answerTo, isGiven, keysByRole, keysIn, labelOf, partsOf, type School, say } from '../../../engine/index.ts'
import { LinkButton, LiveRegion, sentence } from '../../parts/index.ts'
import { BlockFieldset } from '../controls/field.tsx'
import { controlFor, leadingTo } from '../controls/focus-question.ts'
import { QuestionField } from '../kinds/question-field.tsx'
import { isChosen, isOwnText, isWithoutRecord, SearchedContext, searchedIn } from '../lookup/searched.ts'
import { useApplication, useApplicationStore, useFromStore, useWarning } from '../store/use-application.tsx'
import styles from './blocks.module.css'
import type { BlockProps } from './draw.tsx'

/** What the person does with a school that they chose from the list. */
type Way = 'reading' | 'changing' | 'editing'

/**
 * A school: its name, which has a search, and nothing else before there is a name. A school chosen from the list is a
 * card; if the person types a name that is not in the list, they fill in the details (requirement 4.autocomplete.5).
 */
export function SchoolBlock({ block, draw }: BlockProps<School>) {
  const [name, code, ...rest] = block.items
  const store = useApplicationStore()
  const searched = useMemo(() => searchedIn(block), [block])
  const isFree = useFromStore(() => isOwnText(store, searched), block.keys)
  const isBare = useFromStore(() => isWithoutRecord(store, searched), block.keys)
  const isFound = useFromStore(() => isChosen(store, searched) && !store.unfinished().has(searched.key), block.keys)
  const isUnanswered = useApplication(({ answer }) => block.keys.every((key) => !isGiven(answer[key])), block.keys)
  const title = useApplication(({ answer }) => answer[searched.key], [searched.key])
  const [way, setWay] = useState<Way>('reading')
  const [isLeft, setLeft] = useState(false)
  if (!isFound && way !== 'reading') setWay('reading') // the next school that is chosen is a card again
  const isCard = isFound && way === 'reading'
  const frame = { name: `${searched.key}-group`, legend: block.label, help: block.help, firstKey: searched.key }
  const card = useRef<HTMLFieldSetElement>(null)
  useFocusOfCard(isCard, card)

  const below = isBare
    ? say('We couldn’t find this school’s address. Please enter it below.')
    : isFree && say('Enter your school information below.')

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
      <BlockFieldset {...frame} legendLook="hidden">
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
    <BlockFieldset {...frame} legendLook="hidden">
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
        {way !== 'changing' && !isUnanswered && draw(rest)}
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

type SchoolCardProps = BlockProps<School> & {
  ref: Ref<HTMLFieldSetElement>
  onChange: () => void
  onEdit: () => void
}

/**
 * A school chosen from the list: its name and place, without boxes. If its record lacks something that is required, or
 * holds something wrong, the box for that is shown below.
 */
function SchoolCard({ block, draw, ref, onChange, onEdit }: SchoolCardProps) {
  const store = useApplicationStore()
  const { name = '', address_line_1 = '', city = '', state = '', zip = '', country = '' } = keysByRole(block)
  const [, , ...rest] = block.items
  const open = useApplication(() =>
    keysIn(rest)
      .filter((key) => store.unfinished().has(key))
      .join(' '),
  )
  const [lacking, setLacking] = useState(open)
  // A box stays after it is filled in, so that it does not go while the person is in it.
  const both = [...new Set(`${lacking} ${open}`.split(' '))].join(' ').trim()
  if (both !== lacking) setLacking(both)
  const title = useReadable(block, [name])
  const place = useReadable(block, [city, state])
  const warning = useWarning([name])
  const address = useReadable(block, [address_line_1, zip, country])
  return (
    <>
      <fieldset
        ref={ref}
        className={styles.school}
        aria-label={[title, place].filter(Boolean).join(', ')}
        tabIndex={-1}
      >
        <p className={styles.schoolName} translate="no">
          {title}
        </p>
        <p className={styles.place} translate="no">
          {place}
        </p>
        <p className={styles.address} translate="no">
          {address}
        </p>
        {warning && <p className={styles.place}>{warning}</p>}
        <p className={styles.schoolActions}>
          <span>
            <span>{say('Not your school?')}</span>{' '}
            <LinkButton {...leadingTo([name])} onClick={onChange}>
              {sentence('<seen>Change</seen> {school}', { school: title })}
            </LinkButton>
          </span>
          <LinkButton {...leadingTo(keysIn(rest))} onClick={onEdit}>
            {sentence('<seen>Edit address</seen> of {school}', { school: title })}
          </LinkButton>
        </p>
      </fieldset>
      {draw(rest.filter((item) => keysIn([item]).some((key) => both.split(' ').includes(key))))}
    </>
  )
}

/** The answers to these questions as people read them, such as "Bozeman, Montana". */
const useReadable = (block: School, keys: readonly string[]): string =>
  useApplication(({ answer }) =>
    keys
      .map((key) => {
        const question = partsOf(block).find((part) => part.key === key)
        const value = answerTo(answer, key).trim()
        return question?.kind === 'choice' && value !== '' ? labelOf(question, value) : value
      })
      .filter((part) => part !== '')
      .join(', '),
  )
