import { defineConfig } from 'vitest/config'

const tests = process.env.TESTS ?? ''

/** The tests that `npm run mutate` names; those of the server too, with their PostgreSQL, which takes a while to start. */
export default defineConfig({
  test: {
    include: [tests],
    globalSetup:
      tests.startsWith('server') && /[*]|[.]server[.]/.test(tests) ? ['server/testing/postgres-server.ts'] : [],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
})
