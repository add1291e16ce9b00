import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { declined } from '../../platform/control/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import {
  APPLICATION_EXPORTED,
  acknowledge,
  acknowledgeCommand,
  acknowledgementReadings,
  acknowledgementWarnings,
  targetOfToken,
} from './index.ts'

onOneDatabase('an acknowledgement', (on) => {
  let folder = ''
  let target = ''
  const made_by = 'June Hale'
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-acknowledgements-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    target = `target-${randomUUID().slice(0, 8)}`
  })

  /** An application that a delivery to the target of this test holds. */
  async function handedOver({ hours = 0, isWhole = true, suspended = null as string | null } = {}): Promise<string> {
    const { db } = on.database
    const started_at = new Date(Date.now() - hours * 3_600_000)
    const manifest = isWhole ? '{}' : null
    const { id } = await db
      .insertInto('delivery')
      .values({ target, made_by, after_seq: 0, through_seq: 1, configuration: '{}', manifest, started_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { application_id: randomUUID(), seq: 1, version: 1, kind: 'submitted' as const, suspended }
    await db
      .insertInto('delivery_row')
      .values({ ...row, delivery_id: id })
      .execute()
    return row.application_id
  }
  const answer = (application_id: string, result: 'accepted' | 'suspended' | 'rejected' = 'accepted', reason = '') => ({
    application_id,
    version: 1,
    result,
    their_id: 'A1',
    reason,
  })
  const stored = () =>
    on.database.db
      .selectFrom('acknowledgement')
      .select(['application_id', 'result', 'reason', 'made_by'])
      .where('target', '=', target)
      .orderBy('id')
      .execute()
  const give = (...rows: readonly ReturnType<typeof answer>[]) => acknowledge(on.database.db, { target, made_by }, rows)

  test('is recorded once, however often it is repeated, and again when the answer changes', async () => {
    const id = await handedOver()
    expect(await give(answer(id, 'suspended', 'no transcript'))).toEqual({ recorded: 1, repeated: 0 })
    expect(await give(answer(id, 'suspended', 'no transcript'))).toEqual({ recorded: 0, repeated: 1 })
    expect(await give(answer(id), answer(id), answer(id, 'rejected'))).toEqual({ recorded: 2, repeated: 1 })
    expect(await give(answer(id))).toEqual({ recorded: 1, repeated: 0 })
    expect((await stored()).map(({ result }) => result)).toEqual(['suspended', 'accepted', 'rejected', 'accepted'])
    expect((await stored())[0]).toMatchObject({ application_id: id, reason: 'no transcript', made_by })
    await expect(on.database.db.deleteFrom('acknowledgement').execute()).rejects.toThrow(
      'acknowledgement may not be changed or emptied',
    )
  })

  test('given twice at the same time is recorded once', async () => {
    const id = await handedOver()
    // The first calls of a pool wait for its connections, one after the other.
    for (const result of ['accepted', 'rejected', 'suspended'] as const)
      await Promise.all(Array.from({ length: 8 }, () => give(answer(id, result))))
    expect(await stored()).toHaveLength(3)
  })

  test('records all rows or none, and names the first that is about something the target was not given', async () => {
    const good = await handedOver()
    const heldBack = await handedOver({ suspended: JSON.stringify(['no code']) })
    const [other] = [target]
    target = `${target}-2`
    const elsewhere = await handedOver()
    target = other
    const unfinished = await handedOver({ isWhole: false })
    for (const id of [randomUUID(), heldBack, elsewhere, unfinished]) {
      expect(await give(answer(good), answer(id))).toEqual({
        problem: `Row 2: version 1 of application ${id} was never handed over to ${target}.`,
      })
    }
    expect(await give({ ...answer(good), version: 2 })).toEqual({
      problem: `Row 1: version 2 of application ${good} was never handed over to ${target}.`,
    })
    expect(await stored()).toEqual([])
  })

  test('is allowed to whoever read the application with a token', async () => {
    target = targetOfToken(`reader-${randomUUID()}`)
    const [read, asked] = [randomUUID(), randomUUID()]
    const row = (action: string, subject: string) => ({
      actor: target,
      action,
      subject,
      detail: JSON.stringify({ version: 1 }),
    })
    await on.database.db
      .insertInto('audit')
      .values([row(APPLICATION_EXPORTED, read), row('document exported', asked), row('form exported', 'the form')])
      .execute()
    expect(await give(answer(read))).toEqual({ recorded: 1, repeated: 0 })
    expect(await give(answer(asked))).toHaveProperty('problem')
  })

  test('that is missing after 48 hours is named, of targets that have ever acknowledged', async () => {
    const named = async () => (await acknowledgementWarnings(on.database)).filter((each) => each.startsWith(target))
    const counts = async () =>
      (await acknowledgementReadings(on.database)).filter(({ labels }) => Object(labels).target === target)
    const [old, older] = [await handedOver({ hours: 49 }), await handedOver({ hours: 90 })]
    await handedOver({ hours: 47 })
    await handedOver({ hours: 90, suspended: '["no code"]' })
    expect(await named()).toEqual([])
    await give(answer(old))
    expect(await named()).toEqual([`${target} has not acknowledged 1 application that it was given over 48 hours ago.`])
    expect(await counts()).toMatchObject([{ value: 1 }])
    await give(answer(older, 'rejected'))
    expect([await named(), await counts()]).toEqual([[], []])
  })

  const command = (text: string | Uint8Array, words: readonly string[] = [target, 'a.csv', '--by', made_by]) => {
    writeFileSync(join(folder, 'a.csv'), text)
    return acknowledgeCommand(on.database, words, folder)
  }

  test('comes from a CSV file, with columns in any order', async () => {
    const [one, other] = [await handedOver(), await handedOver()]
    const text = `\uFEFFresult,application_id,version,reason\r\naccepted,${one.toUpperCase()},1,\r\nsuspended,${other},1,"no\ntranscript"\r\n`
    expect(await command(text)).toEqual({ recorded: 2, repeated: 0 })
    expect(await command(text)).toEqual({ recorded: 0, repeated: 2 })
    expect(await stored()).toMatchObject([{ application_id: one }, { result: 'suspended', reason: 'no\ntranscript' }])
    expect(await command('application_id,version,result\n')).toEqual({ recorded: 0, repeated: 0 })
  })

  test.each([
    [
      'a wrong id',
      (id: string) => `${id},1,accepted,,\nA17,1,accepted,,`,
      'Row 2: application_id is not the id of an application.',
    ],
    ['a wrong version', (id: string) => `${id},one,accepted,,`, 'Row 1: version must be a whole number.'],
    ['version 0', (id: string) => `${id},0,accepted,,`, 'Row 1: version must be at least 1.'],
    [
      'an unknown result',
      (id: string) => `${id},1,ACCEPTED,,`,
      'Row 1: result must be accepted, suspended or rejected.',
    ],
    [
      'a long name',
      (id: string) => `${id},1,accepted,${'x'.repeat(201)},`,
      'Row 1: their_id is longer than 200 characters.',
    ],
    ['a NUL', (id: string) => `${id},1,accepted,,a\0b`, 'Row 1: reason has characters that cannot be stored.'],
    ['too few values', (id: string) => `${id},1`, 'Row 1 has 2 values, but there are 5 columns.'],
    ['an open quote', (id: string) => `${id},1,accepted,,"x`, 'The quote that opens in line 2 is never closed.'],
    [
      'too many rows',
      (id: string) => `${id},1,accepted,,\n`.repeat(5001),
      'The file has more than 5000 rows: split it.',
    ],
  ])('in a file with %s records nothing and says so in one sentence', async (_, text, message) => {
    const id = await handedOver()
    await expect(command(`application_id,version,result,their_id,reason\n${text(id)}`)).rejects.toThrow(
      declined(message),
    )
    expect(await stored()).toEqual([])
  })

  test.each([
    ['application_id,result\n'],
    ['application_id,version,result,result\n'],
    ['application_id,version,result,note\n'],
    [''],
  ])('needs the columns: %j', async (text) => {
    await expect(command(text)).rejects.toThrow(
      'The first row must name the columns application_id,version,result and may name their_id,reason.',
    )
  })

  test('needs a target, one file that can be read, and a person', async () => {
    const usage = 'Usage: npm run acknowledge -- <target> <file.csv> --by <person>'
    for (const words of [[], [target], [target, 'a.csv', 'b.csv', '--by', 'x'], [target, 'a.csv', '--from', 'x']])
      await expect(command('', words)).rejects.toThrow(new Error(usage))
    await expect(command('', [target, 'a.csv'])).rejects.toThrow('Say who does this')
    await expect(command('', [target, 'b.csv', '--by', 'x'])).rejects.toThrow('b.csv cannot be read (ENOENT).')
    await expect(command(new Uint8Array([0xff]))).rejects.toThrow('a.csv is not in UTF-8.')
    const id = randomUUID()
    await expect(command(`application_id,version,result\n${id},1,accepted\n`)).rejects.toThrow(
      `Row 1: version 1 of application ${id} was never handed over to ${target}.`,
    )
  })
})
