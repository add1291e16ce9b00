import { flushSync } from 'react-dom'

/**
 * Lets React take over the page that the server sent, or draw it anew. React keeps what a person has typed until then in
 * the boxes, but tells no component of it. So each box that differs from the page as sent is read before, and afterwards
 * typed again as far as React can tell, in the order of the page, into the box that is there now. The focus and the caret
 * stay where they are.
 */
export function hydrate(root: HTMLElement, start: () => void): void {
  const controls = [...root.querySelectorAll<Control>('[data-name]')]
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const typed = [...controls.flatMap(typedIn), ...chosenIn(controls, focused)]
  for (const control of controls) {
    control.setAttribute('name', control.dataset.name ?? '')
    control.removeAttribute('data-name')
  }
  const hadFocus = root.contains(focused)
  flushSync(start) // at once, so that no key is pressed between
  if (focused && root.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  else if (focused && hadFocus) now(focused)?.focus({ preventScroll: true })
  for (const again of typed) flushSync(again)
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
  if (control.type === 'radio') return []
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked === control.defaultChecked ? [] : [() => pressAgain(control)]
  const { value } = control
  return value === control.defaultValue ? [] : [() => typeAgain(control, value)]
}

/**
 * Radio buttons without names do not exclude each other. Of two that are chosen, the one with the focus was chosen
 * last; without it nobody knows, so none counts.
 */
function chosenIn(controls: readonly Control[], focused: Element | null): (() => void)[] {
  const chosen = controls.flatMap((control) =>
    control instanceof HTMLInputElement && control.type === 'radio' && control.checked !== control.defaultChecked
      ? [control]
      : [],
  )
  return chosen.flatMap((button) => {
    const isAlone = chosen.every((other) => other === button || other.dataset.name !== button.dataset.name)
    if (isAlone || button === focused) return [() => pressAgain(button)]
    button.checked = false
    return []
  })
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

function typeAgain(sent: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd, selectionDirection } = sent
  const box = now(sent)
  if (!box) return
  box.value = box.defaultValue // React remembers this as the value before
  // Not through the property that React has put on the box, because it would remember this too.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value)
  if (document.activeElement === box) box.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none')
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
