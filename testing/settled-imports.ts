import { afterAll, vi } from 'vitest'

// A part that a test has made load goes on after it, and must not meet a page that is gone.
afterAll(async () => {
  await vi.dynamicImportSettled()
})
