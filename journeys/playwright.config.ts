import { defineConfig } from '@playwright/test'

const root = `${import.meta.dirname}/..`

/** One applicant's story per file, in a real Chromium, against the built product with a server of its own. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/empty-database.ts',
  testMatch: '**/*.journey.ts',
  outputDir: `${root}/.artefacts/journeys`,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2, // each story has a product of its own
  forbidOnly: true,
  reporter: [['list']],
  use: {
    timezoneId: 'America/Denver',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      // Chromium as the machine has it; the flags keep it from looking for services of its own.
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
