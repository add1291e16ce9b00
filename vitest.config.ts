import { defineConfig } from 'vitest/config'

const nowhere = ['**/node_modules/**', '.node/**', '.artefacts/**', 'data/**']
/** Limits for what hangs, not measures of a slow machine. */
const ofMilliseconds = { testTimeout: 60_000, hookTimeout: 60_000 }

/**
 * `unit` proves rules in milliseconds; so does `screen`, most of it in a page without a browser; `server` speaks real
 * HTTP to a real database. Two workers each: the default leaves one of two cores without work.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: ['**/*.server.test.ts', 'screen/**', ...nowhere],
          ...ofMilliseconds,
          maxWorkers: 2,
          // One process runs many files and loads form and engine once. What a test changes for all, it changes back.
          isolate: false,
        },
      },
      {
        test: {
          name: 'screen',
          include: ['screen/**/*.test.{ts,tsx}'],
          exclude: nowhere,
          setupFiles: ['testing/settled-imports.ts'],
          ...ofMilliseconds,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.server.test.ts'],
          globalSetup: ['server/testing/postgres-server.ts'],
          setupFiles: ['server/testing/unordered-rows.ts'],
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
