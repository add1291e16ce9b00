import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import yauzl from 'yauzl'
import type { Application } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { createPdfRenderer } from '../../../documents/application-pdf/index.ts'
import { readCsv } from '../../../platform/csv/index.ts'
import { createJobs } from '../../../platform/jobs/index.ts'
import { createKeyRing } from '../../../platform/secrets/index.ts'
import { createStorage } from '../../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../../running/institution/index.ts'
import { type DatabaseForTests, silentLog } from '../../../testing/index.ts'
import { submitted } from '../../exports/testing/index.ts'
import { keptIn } from '../configuration.ts'
import { deliverCommand } from '../index.ts'
import type { DeliveriesDeps } from '../targets.ts'

/** Makes every copy of a delivery that the server keeps so many days older. */
export function ageCopies(deps: Parameters<typeof keptIn>[0], days: number): void {
  for (const name of readdirSync(keptIn(deps))) {
    const path = join(keptIn(deps), name)
    const then = statSync(path).mtimeMs / 1000 - days * 86_400
    utimesSync(path, then, then)
  }
}

/** What the command prints. */
export type Result = { readonly delivery: number; readonly folder: string } & Readonly<Record<string, unknown>>

/** The rows of a table, by column. */
export function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: (readonly string[])[] = []
  expect(readCsv(text.replace(/^\uFEFF/, ''), (row) => rows.push(row))).toBe(undefined)
  const [header = [], ...others] = rows
  return others.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
}
/** The rows of a file. */
export const table = (folder: string, name: string) => tableOf(readFileSync(join(folder, name), 'utf8'))
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** The names of the files in a folder, with those of the folders below it. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** The files of an archive by name, read by another library than the one that wrote it. */
export async function unzipped(path: string): Promise<Readonly<Record<string, Buffer>>> {
  const zip = await yauzl.openPromise(path)
  const files: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return files
}

/** Deliveries of a block of `databasesForTests`, each test with a target of its own. */
export function deliveriesForTests(on: DatabaseForTests) {
  let deps: DeliveriesDeps
  let folder = ''
  let target = ''
  let now = new Date()
  const renderer = createPdfRenderer()

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const clock = () => now
    folder = mkdtempSync(join(tmpdir(), 'causeway-deliveries-'))
    deps = {
      database: on.database,
      keyRing,
      pdfSealer: async () => keyRing,
      form: formOf(institution),
      register: baseRegister(),
      institution,
      storage: await createStorage(on.settings, keyRing, clock, randomUUID()),
      jobs: createJobs(on.database, silentLog),
      renderer,
      now: clock,
      settings: { ...on.settings, dataDir: folder, deliveriesFile: join(folder, 'deliveries.json') },
    }
  })
  afterAll(async () => {
    await renderer.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    now = new Date()
    target = `target-${randomUUID().slice(0, 8)}`
  })

  /** Sets what the target of this test wants. Applications of earlier tests count as handed over. */
  async function wants(options: object, map?: string) {
    if (map !== undefined) writeFileSync(join(folder, 'map.csv'), `list,ours,theirs\n${map}`)
    const file = { [target]: { profile: 'plain', ...options, ...(map === undefined ? {} : { codes: 'map.csv' }) } }
    writeFileSync(join(folder, 'deliveries.json'), JSON.stringify(file))
  }
  const deliver = async (...words: readonly string[]): Promise<Result> =>
    (await deliverCommand(deps, [target, '--by', 'June Hale', ...words])) as Result
  const skipEarlier = () => deliver()
  const submit = (application: Application) => submitted(deps, application)
  const kept = () => (existsSync(join(folder, 'deliveries')) ? readdirSync(join(folder, 'deliveries')) : [])

  return {
    wants,
    deliver,
    skipEarlier,
    submit,
    kept,
    get deliveries() {
      return deps
    },
    /** Where everything of the block is. */
    get folder() {
      return folder
    },
    get target() {
      return target
    },
    /** Makes every kept copy so many days older. */
    age: (days: number) => ageCopies(deps, days),
    /** Sets the clock to so many days from now. */
    later: (days: number) => {
      now = new Date(Date.now() + days * 86_400_000)
    },
  }
}
