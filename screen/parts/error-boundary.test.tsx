// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { draw, press } from './drawn-for-test.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

test('an error is caught, reported and shown, and the children are rendered again on request', async () => {
  const onError = vi.fn()
  const page = await draw(
    <ErrorBoundary
      onError={onError}
      fallback={({ error, retry }) => (
        <button type="button" onClick={retry}>
          {String(error)}
        </button>
      )}
    >
      <Child />
    </ErrorBoundary>,
  )
  expect(page.host.textContent).toBe('Error: drawn badly')
  expect(onError).toHaveBeenCalledOnce()
  child.broken = false
  await press('button')
  expect(page.host.textContent).toBe('repaired')
  await page.remove()
})

const child = { broken: true }

function Child() {
  if (child.broken) throw new Error('drawn badly')
  return <p>repaired</p>
}
