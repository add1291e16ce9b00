import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { makeFormer } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { attachedTo, signedAgain, submitted } from '../exports/testing/index.ts'
import { applicationsOf } from './claim-delivery.ts'
import type { Configuration } from './configuration.ts'
import { createDeliveryFolder } from './delivery-folder.ts'
import { deliverCommand } from './index.ts'
import { deliveriesForTests, type Result, table, tableOf, unzipped } from './testing/index.ts'
import { writeDelivery } from './write-delivery.ts'

onOneDatabase('a person at Slate', (on) => {
  const at = deliveriesForTests(on)
  const { wants, deliver, skipEarlier, age } = at
  const slate = { profile: 'slate', include: ['application_pdfs'], keep_days: 1 }

  /** One account that has applied for two terms, and another account. */
  async function applied() {
    const { db } = on.database
    const account = randomUUID()
    const first = await submitted(at.deliveries, attachedTo(domestic, []))
    const second = await submitted(at.deliveries, attachedTo(veteran, []), db, account)
    await inTransaction(db, (transaction) => makeFormer(transaction, account, first.id))
    const other = await submitted(at.deliveries, attachedTo(domestic, []))
    return { account, first, second, other }
  }
  const personsIn = ({ folder }: Result) =>
    new Map(table(folder, 'slate_applications.csv').map((row) => [row.application_id, row.person_id]))

  test('is the same over terms and versions, and tells nothing about the account', async () => {
    await wants({})
    await skipEarlier()
    await wants(slate)
    const { account, first, second, other } = await applied()
    const made = await deliver()
    const persons = personsIn(made)
    const person = persons.get(first.id)
    expect(person).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(persons.get(second.id)).toBe(person)
    expect(persons.get(other.id)).not.toBe(person)
    expect([account, first.id, second.id]).not.toContain(person)
    const archive = await unzipped(join(made.folder, 'slate_documents_001.zip'))
    const listed = tableOf(String(archive['index.csv'])).map(({ person_id }) => person_id)
    expect(listed).toEqual([person, person, persons.get(other.id)])
    for (const row of table(made.folder, 'slate_tests.csv')) expect(row.person_id).toBe(persons.get(row.application_id))

    await signedAgain(at.deliveries, first.id, attachedTo(domestic, []))
    const next = await deliver()
    expect(table(next.folder, 'slate_applications.csv')).toMatchObject([
      { application_id: first.id, version: '2', person_id: person },
    ])
    await sql`select erase_application(${first.id}::uuid, 'list', null, null)`.execute(on.database.db)
    expect(table((await deliver()).folder, 'changes.csv')).toMatchObject([{ application_id: first.id, kind: 'erased' }])
  })

  test('is the application in a delivery that was made before persons had an id, and is made again', async () => {
    const { deliveries, target } = at
    const { db } = on.database
    await wants({})
    await skipEarlier()
    await wants(slate)
    const { first, second, other } = await applied()
    const made = await deliver()
    // As the release before wrote it.
    await sql`update delivery set configuration = configuration - 'persons' where id = ${made.delivery}`.execute(db)
    const claim = await db.selectFrom('delivery').selectAll().where('id', '=', made.delivery).executeTakeFirstOrThrow()
    const configuration = claim.configuration as unknown as Configuration
    const folder = await createDeliveryFolder(join(at.folder, `${target}-before`))
    const manifest = await writeDelivery(
      deliveries,
      { claim, configuration, chosen: await applicationsOf(db, claim.id), folder },
      async () => {},
    )
    await folder.discard()
    await db.updateTable('delivery').set({ manifest }).where('id', '=', claim.id).execute()
    age(2)
    await deliverCommand(deliveries, ['--again', String(made.delivery), '--by', 'June Hale'])
    expect([...personsIn(made)]).toEqual([first.id, second.id, other.id].map((id) => [id, id]))
  })
})
