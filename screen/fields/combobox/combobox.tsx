import { useCombobox } from 'downshift'
import { type ChangeEvent, type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { classNames, LiveRegion } from '../../parts/index.ts'
import input from '../input.module.css'
import { widthOf } from '../width-of.ts'
import { changesOf } from './changes-of.ts'
import styles from './combobox.module.css'
import { ComboboxButton } from './combobox-button.tsx'
import { ComboboxMenu } from './combobox-menu.tsx'
import type { Entry } from './entry.ts'
import { readsAs } from './match-in.ts'
import { useClosing } from './use-closing.ts'
import { useMenuRoom } from './use-menu-room.ts'

export type ComboboxProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'ref'> & {
  id: string
  /** The name of the list, read aloud. */
  label: string
  chosen: Entry | null
  onChoose: (entry: Entry | null) => void
  /** What is offered for the text being typed, best first. */
  entries: readonly Entry[]
  /** Told each text that is typed, and '' once typing has ended. */
  onType: (typed: string) => void
  /** The entries are on their way. */
  loading?: boolean | undefined
  /** Whether a text that is no entry may be chosen as it stands. */
  creatable?: boolean | undefined
  fits?: number | undefined
}

/**
 * A box to search a list in (specification §2, searchable select). Only choosing gives an answer: on leaving, what was typed gives way
 * to what is chosen, unless it names an entry in full; a box left empty chooses nothing.
 */
export function Combobox(props: ComboboxProps) {
  const { id, label, chosen, onChoose, entries, onType, loading = false, creatable = false, fits, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const movedTo = useRef(false)
  const box = useRef<HTMLInputElement>(null)
  const search = (text: string | undefined) => {
    movedTo.current = false
    setTyped(text)
    onType(text ?? '')
  }
  const items = withCreated(entries, typed ?? '', creatable && !loading)
  const list = useCombobox<Entry>({
    items,
    inputId: id,
    menuId: `${id}-list`,
    toggleButtonId: `${id}-button`,
    getItemId: (index) => `${id}-option-${index}`,
    itemToString: (entry) => entry?.label ?? '',
    itemToKey: (entry) => entry?.value,
    inputValue: typed ?? chosen?.label ?? '',
    selectedItem: chosen,
    stateReducer: changesOf,
  })
  const { isOpen, highlightedIndex } = list
  const pointed = isOpen ? items[highlightedIndex] : undefined
  const room = useMenuRoom(box, isOpen)
  // What is typed ends with the step that ends it: downshift tells of a step only later, when the next key may have been pressed.
  const choose = (entry: Entry | null) => {
    onChoose(entry)
    search(undefined)
  }
  useClosing(isOpen, () => {
    list.closeMenu()
    search(undefined)
  })

  /** Takes what was typed for an answer where it is one without doubt. */
  const settle = (text: string | undefined) => {
    if (text === '') onChoose(null)
    const named = text && entries.find((entry) => readsAs(entry.label, text))
    if (named) onChoose(named)
  }
  const leave = () => {
    if (document.activeElement === box.current) return // it is the window that was left
    if (movedTo.current && pointed) onChoose(pointed)
    else settle(typed)
    search(undefined)
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    search(target.value)
    if (document.activeElement !== target) settle(target.value) // the browser filled it in
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && moves.has(event.key)) movedTo.current = true
    const takes = event.key === 'Enter' || (event.key === 'ArrowUp' && event.altKey)
    const composing = event.nativeEvent.isComposing // Enter then ends a word, not the search
    if (event.key === 'Escape') search(undefined)
    else if (takes && isOpen && !composing) {
      event.preventDefault()
      if (pointed) choose(pointed)
      else if (typed === '') choose(null)
      // downshift would close the list over a text that matches nothing
      else if (typed !== undefined) Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    }
  }

  return (
    <div className={classNames(styles.combobox, widthOf(fits))}>
      <input
        {...rest}
        {...list.getInputProps({
          ref: box,
          'aria-labelledby': undefined,
          'aria-activedescendant': pointed && `${id}-option-${highlightedIndex}`,
          autoComplete: rest.autoComplete ?? 'off',
          onChange,
          onKeyDown,
          onBlur: leave,
          onFocus: () => box.current?.select(),
          onClick: () => typed === undefined && box.current?.select(),
        })}
        className={classNames(input.input, styles.box)}
        placeholder="Select..." // specification §9
        spellCheck={false}
      />
      <ComboboxButton
        {...list.getToggleButtonProps({ onClick: () => isOpen && search(undefined) })}
        clear={chosen !== null}
        onClear={() => {
          choose(null)
          box.current?.focus()
        }}
      />
      <ComboboxMenu {...{ list, label, items, typed, loading, room }} onChoose={choose} />
      <LiveRegion>{isOpen ? countOf(items.length, loading) : ''}</LiveRegion>
    </div>
  )
}

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'])

/** The entries, and behind them the text itself where it may be chosen and is none of them. */
function withCreated(entries: readonly Entry[], typed: string, creatable: boolean): Entry[] {
  const text = typed.trim()
  const known = text === '' || entries.some((entry) => readsAs(entry.label, text))
  return creatable && !known ? [...entries, { value: text, label: text, created: true }] : [...entries]
}

function countOf(count: number, loading: boolean): string {
  if (count === 0) return loading ? 'Loading...' : 'No options'
  return count === 1 ? '1 option' : `${count} options`
}
