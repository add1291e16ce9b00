import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

/** Renders an element into the test page. Find what portals render in `document`, as a reader would. */
export async function draw(element: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host, { onCaughtError: () => {} })
  const redraw = (next: ReactNode) => act(async () => root.render(next))
  await redraw(element)
  const remove = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  return { host, redraw, remove }
}

/** The one element that matches a selector. Throws an error naming the selector if there is none. */
export function the(selector: string): HTMLElement {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing on the page matches ${selector}`)
  return found
}

/** Presses a button as a person would, and lets the page settle. */
export async function press(selector: string): Promise<void> {
  await act(async () => the(selector).click())
}
