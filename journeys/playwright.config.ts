import { defineConfig } from '@playwright/test'

const root = `${import.meta.dirname}/..`

/** One applicant's story per file, in real Chromium, with a server of its own that runs the built product. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/empty-database.ts',
  testMatch: '**/*.journey.ts',
  outputDir: `${root}/.artefacts/journeys`,
  // Limits for what hangs, not measures of a slow machine.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  // Before a change is taken in, a story that fails is told once more, and the run names it as flaky. That is a fault to
  // be found: a person meets it as rarely.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  workers: 2, // each story has its own server
  forbidOnly: true,
  reporter: [['list']],
  use: {
    timezoneId: 'America/Denver',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // Pictures and copies of each page take a third of a journey's time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Uses the Chromium installed on the machine. The flags keep it from contacting services of its own.
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
