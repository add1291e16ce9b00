import { expect, test } from 'vitest'
import { createContact } from './heartbeat.ts'

test('contact begins with the start and is counted from the last answer', () => {
  let now = 5000 // ms
  const contact = createContact(() => now)
  expect(contact.secondsAgo()).toBe(0)
  now += 59_000
  expect(contact.secondsAgo()).toBe(59)
  contact.made()
  now += 1500
  expect(contact.secondsAgo()).toBe(1.5)
})
