// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { draw, press, the } from './drawn-for-test.tsx'

test('a button submits its form only with type="submit"', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const page = await draw(
    <form onSubmit={submit}>
      <Button id="plain">Save</Button>
      <Button id="submit" type="submit">
        Submit
      </Button>
    </form>,
  )
  await press('#plain')
  expect(submit).not.toHaveBeenCalled()
  await press('#submit')
  expect(submit).toHaveBeenCalledOnce()
  await page.remove()
})

test('a busy button neither acts nor submits a second time, and keeps the focus', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const act = vi.fn()
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button id="submit" type="submit" busy={busy} onClick={act}>
        Submit
      </Button>
    </form>
  )
  const page = await draw(form(false))
  the('#submit').focus()
  await press('#submit')
  await page.redraw(form(true))
  await press('#submit')
  await press('#submit')
  expect(act).toHaveBeenCalledOnce()
  expect(submit).toHaveBeenCalledOnce()
  expect(document.activeElement?.id).toBe('submit')
  expect(the('#submit').getAttribute('aria-busy')).toBe('true')
  expect(the('#submit').getAttribute('aria-disabled')).toBe('true')
  await page.remove()
})
