import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const VERSION = '1.28.2'
const SHA_256 = '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6'
const DOWNLOAD = 5 * 60_000 // ms

/** A rule that a PDF breaks, such as "ua1 7.21.5-1", and what veraPDF says about each place. */
export type BrokenRule = {
  readonly rule: string
  readonly checks: readonly { readonly context: string; readonly errorArguments: readonly string[] }[]
}
/** Checks PDFs, by their names, against PDF/UA-1 and PDF/A-3a whatever they claim. */
export type VeraPdf = (
  pdfs: Readonly<Record<string, Uint8Array>>,
) => Promise<Readonly<Record<string, readonly BrokenRule[]>>>

/**
 * The real veraPDF. Maven downloads it once into a cache folder, so only `script/test --peers` asks for it; otherwise, or
 * if it cannot be had, it returns the reason. Throws if the download has another checksum.
 */
export async function veraPdf(): Promise<VeraPdf | { readonly skipped: string }> {
  if (process.env.CAUSEWAY_PEERS !== '1') return { skipped: 'script/test --peers downloads it' }
  if (spawnSync('java', ['-version']).status !== 0) return { skipped: 'Java is not installed' }
  const cache = join(homedir(), '.cache', 'causeway-peers')
  const program = join(cache, `greenfield-apps-${VERSION}.jar`)
  if (!existsSync(program)) {
    if (spawnSync('mvn', ['-v']).status !== 0) return { skipped: 'Maven, which downloads it, is not installed' }
    const artifact = `-Dartifact=org.verapdf.apps:greenfield-apps:${VERSION}`
    const options = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${cache}`]
    await promisify(execFile)('mvn', options, { timeout: DOWNLOAD })
  }
  const found = createHash('sha256')
    .update(await readFile(program))
    .digest('hex')
  if (found !== SHA_256) throw new Error(`${program} has the checksum ${found}, not that of veraPDF ${VERSION}.`)
  return async (pdfs) => {
    const [usable, archivable] = [await check(program, 'ua1', pdfs), await check(program, '3a', pdfs)]
    return Object.fromEntries(
      Object.keys(pdfs).map((name) => [name, [...(usable[name] ?? []), ...(archivable[name] ?? [])]]),
    )
  }
}

async function check(
  program: string,
  profile: 'ua1' | '3a',
  pdfs: Readonly<Record<string, Uint8Array>>,
): Promise<Readonly<Record<string, readonly BrokenRule[]>>> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-verapdf-'))
  const names = Object.keys(pdfs)
  try {
    for (const [at, pdf] of Object.values(pdfs).entries()) await writeFile(join(folder, `${at}.pdf`), pdf)
    const options = ['-cp', program, 'org.verapdf.apps.GreenfieldCliWrapper', '-f', profile, '--format', 'json', folder]
    const { stdout } = spawnSync('java', options, { maxBuffer: 1e8, encoding: 'utf8' })
    const { report }: Report = JSON.parse(stdout)
    const broken = report.jobs.map(({ itemDetails, validationResult }) => {
      const [result] = validationResult ?? []
      if (!result) throw new Error(`veraPDF could not read ${names[Number.parseInt(basename(itemDetails.name), 10)]}.`)
      const rules = result.details.ruleSummaries.map(({ clause, testNumber, checks }) => ({
        rule: `${profile} ${clause}-${testNumber}`,
        checks,
      }))
      if (rules.length === 0 && !result.compliant) throw new Error('veraPDF found a fault without a rule.')
      return [names[Number.parseInt(basename(itemDetails.name), 10)] ?? '', rules] as const
    })
    if (broken.length !== names.length) throw new Error('veraPDF did not check every file.')
    return Object.fromEntries(broken)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Report = {
  readonly report: {
    readonly jobs: readonly {
      readonly itemDetails: { readonly name: string }
      readonly validationResult?: readonly {
        readonly compliant: boolean
        readonly details: {
          readonly ruleSummaries: readonly {
            readonly clause: string
            readonly testNumber: number
            readonly checks: BrokenRule['checks']
          }[]
        }
      }[]
    }[]
  }
}
