import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '../../testing/free-port.ts'
import config from '../playwright.config.ts'

/** Where script/peers installs what support/peers/package.json names. */
const folder = join(homedir(), '.cache/causeway-peers/npm/node_modules/lighthouse')
/** Lighthouse makes the processor so many times slower where its own measure of a machine is `MEASURE`: a fast desktop. */
const [SLOWER, MEASURE] = [4, 1750]
const columns = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Column = (typeof columns)[number]

/** What Lighthouse gives a page in each column, of 100, and every check that cost something. */
export type Grades = { readonly columns: Readonly<Record<Column, number>>; readonly lost: readonly string[] }

export function whyNoLighthouse(): string | undefined {
  if (process.env.CAUSEWAY_PEERS !== '1') return 'script/test --peers installs it'
  return existsSync(folder) ? undefined : 'it could not be installed from npm'
}

/** A Chromium with one profile, in which somebody may log in, and on whose pages Lighthouse looks as a phone. */
export async function startLighthouse(baseURL: string) {
  const { default: lighthouse } = await import(pathToFileURL(join(folder, 'core/index.js')).href)
  const { pageFunctions } = await import(pathToFileURL(join(folder, 'core/lib/page-functions.js')).href)
  const profile = await mkdtemp(join(tmpdir(), 'causeway-lighthouse-'))
  const port = await freePort()
  const { args = [], executablePath } = config.use?.launchOptions ?? {}
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: [...args, `--remote-debugging-port=${port}`],
    baseURL,
  })

  const look = async (path: string, skipped: readonly string[]): Promise<Grades> => {
    const page = await context.newPage()
    const measure: number = await page.evaluate(pageFunctions.computeBenchmarkIndex)
    await page.close()
    const cpuSlowdownMultiplier = Math.max(1, Math.min(SLOWER, (SLOWER * measure) / MEASURE))
    const { lhr } = await lighthouse(new URL(path, baseURL).href, {
      port,
      onlyCategories: columns,
      skipAudits: skipped,
      disableStorageReset: true,
      throttling: { cpuSlowdownMultiplier },
    })
    return gradesOf(lhr)
  }
  /** One look, or the median of three where one is not enough. `skipped` are checks that do not apply to the page. */
  const grades = async (path: string, enough: number, skipped: readonly string[] = []): Promise<Grades> => {
    const first = await look(path, skipped)
    if (columns.every((column) => first.columns[column] >= enough)) return first
    const looks = [first, await look(path, skipped), await look(path, skipped)]
    const [, median = first] = looks.toSorted((one, other) => one.columns.performance - other.columns.performance)
    return median
  }
  const stop = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { context, grades, stop }
}

/** The parts of a report of Lighthouse that are read. */
type Report = {
  readonly categories: Readonly<
    Record<
      Column,
      { readonly score: number; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string }>
  >
}

function gradesOf({ categories, audits }: Report): Grades {
  const lost = columns.flatMap((column) =>
    categories[column].auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = id, displayValue = '' } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 0.9 ? [`${column}: ${title} ${displayValue}`.trim()] : []
    }),
  )
  const of = (column: Column) => Math.round(categories[column].score * 100)
  return {
    columns: {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
      seo: of('seo'),
    },
    lost,
  }
}
