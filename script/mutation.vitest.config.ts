import { defineConfig } from 'vitest/config'

const folder = process.env.MUTATED ?? 'engine'

/** The tests of one folder, for `npm run mutate`; those of the server too, with their PostgreSQL. */
export default defineConfig({
  test: {
    include: [`${folder}/**/*.test.{ts,tsx}`],
    globalSetup: folder.startsWith('server') ? ['server/testing/postgres-server.ts'] : [],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
})
