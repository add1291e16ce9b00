import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, withDocuments } from '../exports/testing/index.ts'
import { deliverCommand } from './index.ts'
import { deliveriesForTests } from './testing/index.ts'

databasesForTests('an application that is erased while a delivery is made', (on) => {
  const at = deliveriesForTests(on)

  test('leaves no reason for which it was held back', async () => {
    await at.wants({})
    await at.skipEarlier()
    await at.wants({ include: ['documents'] }, 'majors,,0\n')
    const { db } = on.database
    const { storage } = at.deliveries
    const { id } = await at.submit(domestic)
    const next = await at.submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(db, storage, next.id, { college_transcript: await pdfOf('Transcript') })
    const sizeOf: typeof storage.sizeOf = async (key) => {
      // The delivery has reached the next one.
      await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db)
      return storage.sizeOf(key)
    }
    const deliveries = { ...at.deliveries, storage: { ...storage, sizeOf } }
    expect(await deliverCommand(deliveries, [at.target, '--by', 'June Hale'])).toMatchObject({ held_back: 2 })
    const rows = db.selectFrom('delivery_row').select(['application_id', 'suspended']).orderBy('seq')
    const made = rows.where('application_id', 'in', [id, next.id])
    expect(await made.execute()).toEqual([
      { application_id: id, suspended: null },
      { application_id: next.id, suspended: [expect.stringContaining('no code for majors')] },
    ])
  })
})
