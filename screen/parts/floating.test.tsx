// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { Dialog } from './dialog.tsx'
import { draw, press, the } from './drawn-for-test.tsx'
import { PopoverButton } from './popover-button.tsx'
import { ToastProvider, useToast } from './toast.tsx'

/** The large parts cannot be loaded, as when the network is down. */
vi.mock('./dialog-window.tsx', () => Promise.reject(new Error('offline')))
vi.mock('./popover-window.tsx', () => Promise.reject(new Error('offline')))
vi.mock('./toast-list.tsx', () => Promise.reject(new Error('offline')))

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.remove())

test('a dialog that cannot be loaded still shows its text, and closes', async () => {
  const dialog = (open: boolean, onClose: () => void) => (
    <Dialog open={open} onClose={onClose} description="Not saved.">
      <button type="button">Try again</button>
    </Dialog>
  )
  const onClose = vi.fn()
  page = await draw(dialog(true, onClose))
  await vi.waitFor(() => expect(the('[role=alert]').textContent).toBe('ErrorNot saved.Try againClose'))
  await press('[role=alert] > button:last-child')
  expect(onClose).toHaveBeenCalledOnce()
  await page.redraw(dialog(false, onClose))
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('an error in the toasts stays in the toasts, and the message is still read', async () => {
  page = await draw(
    <ToastProvider>
      <p id="page">the page</p>
      <ShowButton />
    </ToastProvider>,
  )
  await press('#show')
  await vi.waitFor(() => expect(the('[role=alert]').textContent).toContain('ErrorNo connection.'))
  expect(the('#page').textContent, proves('2.toast.4')).toBe('the page')
  await press('[role=alert] button')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a popover that cannot be loaded still offers its content', async () => {
  page = await draw(
    <PopoverButton header="Account" button={{ id: 'account', children: 'Account' }}>
      {(close) => (
        <button type="button" id="log-out" onClick={close}>
          Log Out
        </button>
      )}
    </PopoverButton>,
  )
  await press('#account')
  await vi.waitFor(() => expect(the('#log-out')).toBeTruthy())
  await press('#log-out')
  expect(document.querySelector('#log-out')).toBeNull()
})

function ShowButton() {
  const showToast = useToast()
  return (
    <button type="button" id="show" onClick={() => showToast({ severity: 'error', text: 'No connection.' })}>
      show
    </button>
  )
}
