import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import type { ComboboxItem } from './combobox-item.ts'

const PAGE = 5 // 9.searchable.2

const { InputChange, InputClick, InputKeyDownPageDown, InputKeyDownPageUp } = useCombobox.stateChangeTypes

/** How an action by the person changes the list. The box itself decides what the action chooses. */
export function changesOf(
  state: UseComboboxState<ComboboxItem>,
  step: UseComboboxStateChangeOptions<ComboboxItem>,
): Partial<UseComboboxState<ComboboxItem>> {
  return { ...movesOf(state, step), selectedItem: state.selectedItem }
}

/** The same for a box that accepts any text: nothing is highlighted while typing, so Enter takes the typed text. */
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
