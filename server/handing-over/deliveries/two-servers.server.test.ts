import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { domestic } from '../../../form/testing/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { deliverCommand } from './index.ts'
import type { DeliveriesDeps } from './targets.ts'
import { deliveriesForTests, type Result, table } from './testing/index.ts'

databasesForTests('two servers with deliveries to one target', (on) => {
  const at = deliveriesForTests(on)
  const { wants, submit, deliver } = at
  /** A server on another machine. */
  let deps: DeliveriesDeps
  beforeEach(() => {
    const dataDir = mkdtempSync(join(at.folder, 'other-'))
    deps = { ...at.deliveries, settings: { ...at.deliveries.settings, dataDir } }
    return () => rmSync(dataDir, { recursive: true })
  })
  const deliverThere = async (...words: readonly string[]) =>
    (await deliverCommand(deps, [...words, '--by', 'June Hale'])) as Result

  test('send in order what either made, also when one of them is gone', async () => {
    const inBox = join(at.folder, `in-box-${at.target}`)
    await wants({ to: { folder: inBox } })
    const { id } = await submit(domestic)
    await expect(deliver()).rejects.toThrow('there is no such folder.')
    mkdirSync(inBox)
    await submit(domestic)
    const { id: first } = await on.database.db
      .selectFrom('delivery')
      .select('id')
      .where('target', '=', at.target)
      .executeTakeFirstOrThrow()
    await expect(deliverThere(at.target)).rejects.toThrow(
      `its copy is on another server, which sends it. If that server is gone, run: npm run deliver -- --again ${first} --by <person>`,
    )
    expect(readdirSync(inBox)).toEqual([])
    await deliverThere('--again', String(first))
    expect(await deliverThere(at.target)).toMatchObject({ sent: { length: 3 } })
    const [oldest = ''] = readdirSync(inBox).toSorted()
    expect(table(join(inBox, oldest), 'applications.csv')).toMatchObject([{ application_id: id }])
    await expect(deliverThere('--again', String(first))).rejects.toThrow('is still kept')
  })
})
