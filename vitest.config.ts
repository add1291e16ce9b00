import { defineConfig } from 'vitest/config'

/** Two kinds of test: `unit` proves rules in milliseconds; `server` speaks real HTTP to a real database. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: 2, // the default leaves one of two cores without work
          testTimeout: 60_000, // a limit for what hangs, not a measure of a slow machine
          hookTimeout: 60_000,
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.server.test.ts', '**/node_modules/**', '.node/**', 'data/**'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.server.test.ts'],
          globalSetup: ['server/testing/postgres-server.ts'],
          testTimeout: 240_000, // many start processes of their own, on whatever is left of a busy machine
          hookTimeout: 240_000,
          pool: 'forks',
          maxWorkers: 2,
          // One process runs many files, because V8 compiles PGlite anew in each: a quarter of the time.
          isolate: false,
        },
      },
    ],
  },
})
