// @vitest-environment happy-dom
import { getNonce } from 'get-nonce'
import { expect, test } from 'vitest'
import { feedNonce } from './feed-nonce.ts'

test('the nonce of the page reaches the library that creates style elements', () => {
  feedNonce(document)
  expect(getNonce()).toBeUndefined()
  document.head.innerHTML = '<meta name="style-nonce" content="r4nd0m">'
  feedNonce(document)
  expect(getNonce()).toBe('r4nd0m')
})
