import { expect, test } from 'vitest'
import { questionsByKey } from '../engine/index.ts'
import { admissions } from './index.ts'

test.each(['email_address', 'contact_email_address'])('%s shows how an address is written (WCAG 3.3.3)', (key) => {
  expect(questionsByKey(admissions).get(key)?.help).toMatch(/For example, \S+@\S+\./)
})
