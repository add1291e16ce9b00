// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { draw, press, the } from '../../parts/drawn-for-test.tsx'
import { StaffForm, StaffInput, StaffText } from './staff-field.tsx'

let page: Awaited<ReturnType<typeof draw>>
afterEach(() => page.remove())

const field = (selector: string) => {
  const found = the(selector)
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement)) throw new Error(found.tagName)
  return found
}
const isWrong = (selector: string) => !field(selector).validity.valid

test('an empty required field is wrong once its form was sent, and never before', async () => {
  const onSend = vi.fn()
  page = await draw(
    <StaffForm onSend={onSend}>
      <StaffInput label="Reason" required maxLength={20} defaultValue="" />
      <StaffText label="Note" required defaultValue="" />
      <StaffInput label="Day" type="date" defaultValue="" />
      <button type="submit">Send</button>
    </StaffForm>,
  )
  for (const each of ['input', 'textarea']) {
    expect(field(each).getAttribute('aria-required')).toBe('true')
    expect(isWrong(each)).toBe(false)
  }
  await press('button')
  expect(onSend).not.toHaveBeenCalled()
  expect([isWrong('input'), isWrong('textarea'), isWrong('[type=date]')]).toEqual([true, true, false])
  await act(async () => {
    field('input').value = 'Her letter'
    field('textarea').value = 'She called.'
  })
  await press('button')
  expect(onSend).toHaveBeenCalledOnce()
  field('input').value = '' // as the page does after what was sent
  expect(isWrong('input')).toBe(false)
})
