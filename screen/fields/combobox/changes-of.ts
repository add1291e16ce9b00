import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import type { ComboboxItem } from './combobox-item.ts'

const PAGE = 5 // 9.searchable.2

const { InputChange, InputClick, InputKeyDownPageDown, InputKeyDownPageUp } = useCombobox.stateChangeTypes

/** What a step of the person changes in a list. What it chooses is for the box to say. */
export function changesOf(
  state: UseComboboxState<ComboboxItem>,
  step: UseComboboxStateChangeOptions<ComboboxItem>,
): Partial<UseComboboxState<ComboboxItem>> {
  return { ...movesOf(state, step), selectedItem: state.selectedItem }
}

/** The same where any text is an answer: while typing nothing is pointed at, so that Enter takes what was typed. */
export function freeChangesOf(
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
    case InputChange: // the best match stands ready for Enter; a box made empty chooses none
      return { ...changes, highlightedIndex: changes.inputValue === '' ? -1 : 0 }
    case InputClick: // a press into an open box only moves the caret
      return state.isOpen ? state : changes
    case InputKeyDownPageDown:
      return { ...changes, highlightedIndex: Math.min(last, state.highlightedIndex + PAGE) }
    case InputKeyDownPageUp:
      return { ...changes, highlightedIndex: Math.min(last, Math.max(0, state.highlightedIndex - PAGE)) }
    default:
      return changes
  }
}
