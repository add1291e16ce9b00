import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { say, sayCount } from '../../../engine/index.ts'
import { classNames, Icon, LiveRegion } from '../../parts/index.ts'
import { inputLook, type Loan, widthOf } from '../controls/input.tsx'
import styles from './combobox.module.css'
import { ComboboxButton, ComboboxMenu, useMenuRoom } from './combobox-menu.tsx'
import { type ComboboxItem, entryNamed, readsAs } from './matching.ts'

export type ComboboxProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'ref'> & {
  id: string
  /** The name of the list, read aloud. */
  label: string
  chosen: ComboboxItem | null
  onChoose: (entry: ComboboxItem | null) => void
  /** The entries that match the text being typed, best first. */
  entries: readonly ComboboxItem[]
  /** Called with each text typed, and with undefined when typing ends. */
  onType: (typed: string | undefined) => void
  /** Text that was left in the box although it names no entry. It stays until the person changes it. */
  unlisted?: string | undefined
  /** Called with that text when the box is left, and with undefined when it is gone. */
  onUnlisted?: ((text: string | undefined) => void) | undefined
  /** The entries are still loading. */
  loading?: boolean | undefined
  /** Whether a search has found the entries, so that their count is read aloud. */
  found?: boolean | undefined
  /** Text that is not an entry is a valid answer: it is listed after the entries, and taken on blur. */
  creatable?: boolean | undefined
  /** Opens nothing while there are no entries, not even to offer the typed text. */
  quiet?: boolean | undefined
  fits?: number | undefined
  /** The box that was there before this code; otherwise it draws its own. */
  loan?: Loan | undefined
  /** What the person was typing in that box, which is searched at once. */
  started?: string | undefined
}

/**
 * A box to search a list in (requirements 2.widgets.1, 2.widgets.2 and 2.widgets.11). Only choosing an entry gives an
 * answer. On blur a full name of an entry chooses that entry, and an empty box chooses nothing. Other text stays in the
 * box and changes no answer; Escape brings the chosen entry back. In a creatable box the typed text is the answer. An
 * entry replaces it only if it is clicked or highlighted by key, so that the box never guesses between two schools of the
 * same name.
 */
export function Combobox(props: ComboboxProps) {
  const {
    id,
    label,
    chosen,
    onChoose,
    entries,
    onType,
    unlisted,
    onUnlisted,
    loading = false,
    found = !loading,
    creatable = false,
    quiet = false,
    fits,
    loan,
    started,
    ...rest
  } = props
  const [typed, setTyped] = useState(started)
  const movedTo = useRef(false)
  const box = useRef<HTMLInputElement>(null)
  const search = (text: string | undefined) => {
    movedTo.current = false
    setTyped(text)
    onType(text)
    if (unlisted !== undefined) onUnlisted?.(undefined)
  }
  const items = withCreated(entries, typed ?? '', creatable && !loading && !(quiet && entries.length === 0))
  const list = useCombobox<ComboboxItem>({
    items,
    inputId: id,
    menuId: `${id}-list`,
    toggleButtonId: `${id}-button`,
    getItemId: (index) => `${id}-option-${index}`,
    itemToString: (entry) => entry?.label ?? '',
    itemToKey: (entry) => entry?.value,
    inputValue: typed ?? unlisted ?? chosen?.label ?? '',
    selectedItem: chosen,
    initialIsOpen: started !== undefined,
    stateReducer: creatable ? freeChangesOf : changesOf,
  })
  const { highlightedIndex } = list
  const isOpen = list.isOpen && (!creatable || items.length > 0 || (loading && !quiet))
  const pointed = isOpen ? items[highlightedIndex] : undefined
  const room = useMenuRoom(box, isOpen)
  // Ends typing here, because downshift reports an action only later, when the next key may already have been pressed.
  const choose = (entry: ComboboxItem | null) => {
    onChoose(entry)
    search(undefined)
  }
  /** Ends typing without a choice. */
  const stop = () => {
    if (creatable && typed !== undefined) onChoose(created(typed))
    search(undefined)
  }
  useClosing(isOpen, () => {
    list.closeMenu()
    movedTo.current = false
    if (creatable) stop() // otherwise the person is still typing
  })
  const { setHighlightedIndex } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: new entries must not inherit the highlight
  useEffect(() => {
    if (creatable && highlightedIndex !== -1) setHighlightedIndex(-1)
  }, [entries, creatable])

  /** Ends typing. The text is an answer if it can only mean one thing, and otherwise stays as it is. */
  const settle = (text: string) => {
    const named = entryNamed(entries, text)
    if (named || text.trim() === '') return choose(named ?? null)
    search(undefined)
    onUnlisted?.(text)
  }
  const leave = () => {
    if (document.activeElement === box.current) return // the window lost focus, not the box
    if (movedTo.current && pointed) choose(pointed)
    else if (creatable) stop()
    else if (typed !== undefined) settle(typed)
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    search(target.value)
    if (document.activeElement === target) return
    // The browser filled it in. The list would open and take the focus.
    Object.assign(nativeEvent, { preventDownshiftDefault: true })
    if (creatable) choose(created(target.value))
    else settle(target.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && moves.has(event.key)) movedTo.current = true
    const takes = event.key === 'Enter' || (event.key === 'ArrowUp' && event.altKey)
    const composing = event.nativeEvent.isComposing // in an input method, Enter confirms a word
    if (event.key === 'Escape') stop()
    else if (takes && isOpen && !composing) {
      event.preventDefault()
      if (pointed) choose(pointed)
      else if (creatable) choose(created(typed ?? chosen?.label ?? ''))
      else if (typed === '') choose(null)
      // downshift would close the list even though the text matches nothing
      else if (typed !== undefined) Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    }
  }

  const { value, ...input }: ComponentProps<'input'> = {
    ...rest,
    ...list.getInputProps(
      {
        ref: box,
        'aria-labelledby': undefined,
        'aria-expanded': isOpen,
        'aria-activedescendant': pointed && `${id}-option-${highlightedIndex}`,
        autoComplete: rest.autoComplete ?? 'off',
        onChange,
        onKeyDown,
        onBlur: leave,
        onFocus: () => box.current?.select(),
        onClick: () => !creatable && typed === undefined && box.current?.select(),
      },
      { suppressRefError: true }, // a borrowed box is drawn by somebody else, after this
    ),
    className: classNames(inputLook, styles.box),
    placeholder: creatable ? undefined : say('Select...'), // 9.searchable.3
    spellCheck: false,
  }
  const around = classNames(styles.combobox, widthOf(fits))
  useLayoutEffect(() => loan?.borrow({ input, around })) // after every render, as if it were drawn here
  useLayoutEffect(() => () => loan?.borrow(undefined), [loan])
  const start = useEffectEvent(() => started !== undefined && onType(started))
  useEffect(() => void start(), [])

  const menu = { list, isOpen, label, items, typed, loading, room }
  const below = (
    <>
      {(!creatable || chosen !== null) && (
        <ComboboxButton
          {...list.getToggleButtonProps({ onClick: () => (movedTo.current = false) })}
          clear={chosen !== null || unlisted !== undefined}
          onClear={() => {
            choose(null)
            box.current?.focus()
          }}
        />
      )}
      {creatable && chosen === null && <Icon name="search" className={styles.icon} />}
      <ComboboxMenu {...menu} onChoose={choose} />
      <LiveRegion>
        {isOpen && found && (entries.length > 0 ? countOf(items) : creatable ? say('No matches') : say('No options'))}
      </LiveRegion>
    </>
  )
  if (loan) return below
  return (
    <div className={around}>
      <input {...input} value={value} />
      {below}
    </div>
  )
}

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'])

/** The entries, followed by the typed text if it may be chosen and is not an entry itself. */
function withCreated(entries: readonly ComboboxItem[], typed: string, creatable: boolean): ComboboxItem[] {
  const text = typed.trim()
  const known = text === '' || entries.some((entry) => readsAs(entry.label, text))
  return creatable && !known ? [...entries, { ...created(text), created: 'chosen' }] : [...entries]
}

/** An entry for text that the person typed. */
const created = (text: string): ComboboxItem => ({ value: text.trim(), label: text.trim(), created: 'left' })

const countOf = ({ length }: readonly ComboboxItem[]) => sayCount(length, '1 option', '{count} options')

const PAGE = 5 // 9.searchable.2

const { InputChange, InputClick, InputKeyDownPageDown, InputKeyDownPageUp } = useCombobox.stateChangeTypes

/** How an action by the person changes the list. The box itself decides what the action chooses. */
function changesOf(
  state: UseComboboxState<ComboboxItem>,
  step: UseComboboxStateChangeOptions<ComboboxItem>,
): Partial<UseComboboxState<ComboboxItem>> {
  return { ...movesOf(state, step), selectedItem: state.selectedItem }
}

/** The same for a box that accepts any text: nothing is highlighted while typing, so Enter takes the typed text. */
function freeChangesOf(
  state: UseComboboxState<ComboboxItem>,
  step: UseComboboxStateChangeOptions<ComboboxItem>,
): Partial<UseComboboxState<ComboboxItem>> {
  const changes = changesOf(state, step)
  return step.type === InputChange ? { ...changes, highlightedIndex: -1 } : changes
}

function movesOf(
  state: UseComboboxState<ComboboxItem>,
  { type, changes, props }: UseComboboxStateChangeOptions<ComboboxItem>,
): Partial<UseComboboxState<ComboboxItem>> {
  const last = props.items.length - 1
  switch (type) {
    case InputChange: // highlights the best match for Enter, and nothing if the box is empty
      return { ...changes, highlightedIndex: changes.inputValue === '' ? -1 : 0 }
    case InputClick: // a click in an open box only moves the caret
      return state.isOpen ? state : changes
    case InputKeyDownPageDown:
      return { ...changes, highlightedIndex: Math.min(last, state.highlightedIndex + PAGE) }
    case InputKeyDownPageUp:
      return { ...changes, highlightedIndex: Math.min(last, Math.max(0, state.highlightedIndex - PAGE)) }
    default:
      return changes
  }
}

/** Closes an open list when the window loses focus or is resized (requirements 4.select.1 and 4.select.2). */
function useClosing(open: boolean, close: () => void): void {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const width = window.innerWidth
    const onResize = () => {
      // On a touch screen, the keyboard that opens with the list reduces only the height.
      if (window.innerWidth === width && window.matchMedia('(pointer: coarse)').matches) return
      onClose()
    }
    const onBlur = () => onClose()
    window.addEventListener('blur', onBlur)
    window.addEventListener('resize', onResize)
    return () => {
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('resize', onResize)
    }
  }, [open])
}
