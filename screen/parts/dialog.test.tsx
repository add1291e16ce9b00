// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { Dialog } from './dialog.tsx'
import { draw, press, the } from './drawn-for-test.tsx'
import { preloadLazyCode } from './lazy-code.ts'

beforeAll(preloadLazyCode)

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.remove())

/** What a screen reader says of the dialog when it takes the focus. */
const name = () =>
  (the('[role=dialog]').getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .flatMap((id) => document.getElementById(id)?.textContent ?? [])
    .join(' ')

test('the title of a dialog is Error by default', async () => {
  page = await draw(<Dialog open onClose={() => {}} />)
  expect(name(), proves('2.modal.1')).toBe('Error')
  await page.redraw(<Dialog open onClose={() => {}} header="File Upload in Progress" />)
  expect(name()).toBe('File Upload in Progress')
})

test('a dialog has a description and content', async () => {
  page = await draw(
    <Dialog open onClose={() => {}} description="Please wait." actions={<button type="button">Log Out</button>}>
      <p id="content">412 KB</p>
    </Dialog>,
  )
  expect(name(), proves('2.modal.2')).toBe('Error Please wait.')
  expect(the('[role=dialog]').hasAttribute('aria-describedby'), 'Orca would read it again').toBe(false)
  expect(the('[role=dialog] #content').textContent, proves('2.modal.4')).toBe('412 KB')
  expect(the('[role=dialog]').textContent).toContain('Log Out')
})

test('its close button asks to close', async () => {
  const onClose = vi.fn()
  page = await draw(<Dialog open onClose={onClose} />)
  await press('[role=dialog] button[aria-label=Close]')
  expect(onClose, proves('2.modal.3')).toHaveBeenCalledOnce()
})

test('opening moves the focus into the dialog and closing returns it', async () => {
  page = await draw(<Opener open={false} />)
  the('#opener').focus()
  await page.redraw(<Opener open />)
  expect(document.activeElement?.getAttribute('role')).toBe('dialog')
  await page.redraw(<Opener open={false} />)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('opener'))
})

test('closing focuses the page heading when the element that opened it is gone', async () => {
  page = await draw(<Opener open={false} />)
  the('#opener').focus()
  await page.redraw(<Opener open />)
  await page.redraw(<Opener open={false} isGone />)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('heading'))
})

test('closing a dialog that opened by itself focuses the page heading', async () => {
  page = await draw(<Opener open />)
  await page.redraw(<Opener open={false} />)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('heading'))
})

test('an error in a dialog stays in the dialog', async () => {
  page = await draw(
    <>
      <p id="page">the page</p>
      <Dialog open onClose={() => {}}>
        <Broken />
      </Dialog>
    </>,
  )
  expect(the('#page').textContent).toBe('the page')
  expect(the('[role=dialog] [role=alert]').textContent, proves('2.modal.9')).toContain('We couldn’t show this.')
  expect(the('[role=dialog] button[aria-label=Close]')).toBeTruthy()
})

function Opener({ open, isGone = false }: { open: boolean; isGone?: boolean }) {
  return (
    <>
      <h1 id="heading" tabIndex={-1}>
        Heading
      </h1>
      {!isGone && (
        <button type="button" id="opener">
          Help
        </button>
      )}
      <Dialog open={open} onClose={() => {}} />
    </>
  )
}

function Broken(): never {
  throw new Error('drawn badly')
}
