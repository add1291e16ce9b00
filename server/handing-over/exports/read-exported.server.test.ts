import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { baseRegister } from '../../../form/index.ts'
import { domestic, veteran } from '../../../form/testing/index.ts'
import type { ApplicationDeps } from '../../applying/applications/index.ts'
import { connectDatabase } from '../../platform/database/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, keyForTests, silentLog } from '../../testing/index.ts'
import { newestChange, readChanges, readExported } from './index.ts'
import { submitted } from './testing/index.ts'

databasesForTests('changes for other systems', (on) => {
  let deps: ApplicationDeps
  beforeAll(() => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    deps = { database: on.database, keyRing, form: formOf(institution), institution, now: () => new Date() }
  })
  const idsAfter = async (after: number) =>
    (await readChanges(on.database.db, { after, limit: 100 })).map(({ application_id }) => application_id)

  test('tell every submission once, in order, from a number on, and cannot be changed', async () => {
    const before = await newestChange(on.database.db)
    const [first, second] = [await submitted(deps, domestic), await submitted(deps, domestic)]
    expect(await idsAfter(before)).toEqual([first.id, second.id])
    const [change] = await readChanges(on.database.db, { after: before, limit: 1 })
    expect(change).toMatchObject({ kind: 'submitted', version: 1 })
    expect(await idsAfter(change?.seq ?? 0)).toEqual([second.id])
    expect(await readChanges(on.database.db, { after: before, through: change?.seq ?? 0, limit: 9 })).toHaveLength(1)
    await expect(on.database.db.deleteFrom('application_change').execute()).rejects.toThrow(
      'application_change may not be changed or emptied',
    )
  })

  test('lead to what was signed, with a row for each entry and each score', async () => {
    const { id, reference } = await submitted(deps, veteran)
    const exported = await readExported({ ...deps, register: baseRegister() }, id)
    expect(exported).toMatchObject({
      application_id: id,
      version: 1,
      reference,
      row: { form_version: deps.form.version },
    })
    expect(exported?.colleges).toHaveLength(8)
    expect(exported?.colleges[1]).toMatchObject({ entry: '2', name: veteran.answer.college_2_name })
    expect(exported?.tests.map(({ test, score }) => [test, score])).toContainEqual([
      'sat_score_total',
      veteran.answer.sat_score_total,
    ])
    expect(await readExported({ ...deps, register: baseRegister() }, randomUUID())).toBe(undefined)
  })
})

databasesForTests(
  'changes of writers who overtake each other',
  (on) => {
    test('appear in the order of their numbers, so a reader misses none', async () => {
      const institution = readInstitution(on.settings)
      const keyRing = createKeyRing(on.settings)
      const deps = { database: on.database, keyRing, form: formOf(institution), institution, now: () => new Date() }
      const other = await connectDatabase(on.settings, silentLog)
      try {
        let second: Promise<{ readonly id: string }> | undefined
        const first = await on.database.db.transaction().execute(async (transaction) => {
          const made = await submitted(deps, domestic, transaction)
          // The first takes its number now, and the second tries to commit while the first is still at work.
          await sql`set constraints all immediate`.execute(transaction)
          second = submitted({ ...deps, database: other }, domestic)
          await sleep(300)
          expect(await newestChange(other.db)).toBe(0)
          return made
        })
        const changes = [first.id, (await second)?.id]
        expect((await readChanges(other.db, { after: 0, limit: 9 })).map((each) => each.application_id)).toEqual(
          changes,
        )
      } finally {
        await other.close()
      }
    })

    test('of two processes reach a reader who asks all the while, each once', async () => {
      const { databaseUrl: DATABASE_URL = '', dataDir: DATA_DIR } = on.settings
      const program = fileURLToPath(new URL('./testing/submit-in-process.ts', import.meta.url))
      const environment = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, SECRET_KEY: keyForTests }
      const run = () => promisify(execFile)(process.execPath, [program, '40'], { env: environment })
      const found: string[] = []
      let after = await newestChange(on.database.db)
      const read = async () => {
        const changes = await readChanges(on.database.db, { after, limit: 7 })
        for (const { application_id } of changes) found.push(application_id)
        after = changes.at(-1)?.seq ?? after
        return changes.length
      }
      let isOver = false
      const writing = Promise.all([run(), run()]).finally(() => {
        isOver = true
      })
      const reading = (async () => {
        while (!isOver || (await read()) > 0) if (!isOver) await read()
      })()
      const written = (await writing).flatMap(({ stdout }) => stdout.trim().split('\n'))
      await reading
      expect(written).toHaveLength(80)
      expect(found.toSorted()).toEqual(written.toSorted())
    }, 120_000)
  },
  'postgres',
)
