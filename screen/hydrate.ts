import { flushSync } from 'react-dom'

/**
 * Lets React take over the page that the server sent, or draw it anew: `start` does so, in slices between which people
 * may type on, and calls `drawn` as soon as it is there and what that returns once the page follows its stores. React
 * keeps what a person has typed until then in the boxes, but tells no component of it, and takes it back where something
 * is drawn again. So each box that differs from the page as sent is typed again as far as React can tell, in the order of
 * the page, into the box that is there now. The focus and the caret stay where they are. Marks that in the browser's
 * timeline, and calls `then`.
 */
export function hydrate(root: HTMLElement, start: (drawn: () => () => void) => void, then = () => {}): void {
  const controls = [...root.querySelectorAll<Control>('[data-name]')]
  chooseOneOfEach(controls)
  for (const control of controls) {
    control.setAttribute('name', control.dataset.name ?? '')
    control.removeAttribute('data-name')
  }
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[type=submit]')) button.disabled = false
  const sent = document.activeElement
  const typeAllAgain = (typed: readonly (() => void)[]) => {
    const focused = document.activeElement
    if (sent instanceof HTMLElement && !sent.isConnected) now(sent)?.focus({ preventScroll: true })
    else if (root.contains(focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    for (const again of typed) flushSync(again)
    performance.mark('taken over')
    then()
  }
  start(() => {
    const typed = controls.flatMap(typedIn)
    return () => queueMicrotask(() => typeAllAgain(typed)) // outside of React's own work, and before any other event
  })
}

/** The element itself, or what was drawn in its place. */
const now = <Drawn extends HTMLElement>(element: Drawn): Drawn | null =>
  element.isConnected ? element : document.querySelector<Drawn>(`[id="${element.id}"]`)

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Types again what a box, a list or a checkbox has. */
function typedIn(control: Control): (() => void)[] {
  if (control instanceof HTMLSelectElement) {
    const { value } = control
    const sent = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
    return value === sent?.value ? [] : [() => chooseAgain(control, value)]
  }
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return control.checked && !control.defaultChecked ? [() => pressAgain(control)] : []
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked === control.defaultChecked ? [] : [() => pressAgain(control)]
  const { value, selectionStart, selectionEnd, selectionDirection } = control
  const caret = [selectionStart, selectionEnd, selectionDirection ?? 'none'] as const
  return value === control.defaultValue ? [] : [() => typeAgain(control, value, caret)]
}

/**
 * Radio buttons without names do not exclude each other. Of two that are chosen, the one with the focus was chosen
 * last; without it nobody knows, so none counts.
 */
function chooseOneOfEach(controls: readonly Control[]): void {
  const buttons = controls.flatMap((control) =>
    control instanceof HTMLInputElement && control.type === 'radio' ? [control] : [],
  )
  for (const name of new Set(buttons.map(({ dataset }) => dataset.name))) {
    const group = buttons.filter(({ dataset }) => dataset.name === name)
    const chosen = group.filter(({ checked, defaultChecked }) => checked && !defaultChecked)
    const last = chosen.length > 1 ? chosen.find((button) => button === document.activeElement) : chosen[0]
    if (chosen.length > 0) for (const button of group) button.checked = button === last
  }
}

function pressAgain(sent: HTMLInputElement): void {
  const control = now(sent)
  if (!control) return
  control.checked = control.defaultChecked
  control.click() // does not move the focus
}

function chooseAgain(sent: HTMLSelectElement, value: string): void {
  const list = now(sent)
  if (!list) return
  const option = new Option('', value) // a list that was drawn anew has its own only once it is painted
  list.add(option)
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
  option.remove()
}

function typeAgain(sent: HTMLInputElement | HTMLTextAreaElement, value: string, caret: Caret): void {
  const box = now(sent)
  if (!box) return
  box.value = box.defaultValue // React remembers this as the value before
  // Not through the property that React has put on the box, because it would remember this too.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value)
  if (document.activeElement === box) box.setSelectionRange(...caret)
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}

type Caret = readonly [start: number | null, end: number | null, direction: 'forward' | 'backward' | 'none']
