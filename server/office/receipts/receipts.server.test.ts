import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/index.ts'
import { MINUTE, staffForTests } from '../staff/testing/staff-for-tests.ts'
import { findLostReceipts, listReceipts, lostReceiptWarnings, rememberReceipt, sealReceiptsAgain } from './receipts.ts'

onOneDatabase('receipts that were given after a backup', (on) => {
  const { signedIn, make, applicant, deps, audited, later } = staffForTests(on)
  const codeOf = async (made: ReturnType<typeof make>) => (await made).body.code ?? (await made).status

  test('are found by the office in a database that is restored from it, until somebody settles them', async () => {
    const { db } = on.database
    const { storage } = deps()
    const [before, lost, erased] = [
      await applicant({ first_name: 'Bea', last_name: 'Before' }, 'AAAA-1111'),
      await applicant({ first_name: 'Lou', last_name: 'Lost', email_address: 'lou@mail.example' }, 'LLLL-1111'),
      await applicant({ first_name: 'Eve', last_name: 'Erased' }, 'EEEE-1111'),
    ]
    for (const applicationId of [before, lost, erased]) await rememberReceipt(db, { applicationId, version: 1 })
    await listReceipts(deps())
    expect(await db.selectFrom('receipt').select('listed_under').where('listed_under', 'is', null).execute()).toEqual(
      [],
    )
    const stored = Buffer.from((await storage.read(storage.keyOf('receipts', lost, '1'))) ?? '').toString()
    for (const word of ['Lost, Lou', 'lou@mail', 'LLLL-1111']) expect(stored, 'it is sealed').not.toContain(word)

    // The database as a backup of before has it: two of the applications are not in it, and one was erased since.
    for (const id of [lost, erased]) await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db)
    await sql`delete from erasure where application_id = ${lost}`.execute(db)
    const june = await signedIn('processor')
    expect((await make(june, 'listLostReceipts')).body.receipts).toEqual([])
    expect(await lostReceiptWarnings(on.database)).toEqual([])
    for (let times = 0; times < 2; times += 1) expect(await findLostReceipts(deps())).toBe(true)
    expect((await make(june, 'listLostReceipts')).body.receipts).toMatchObject([
      { id: lost, version: 1, reference: 'LLLL-1111', name: 'Lost, Lou', email: 'lou@mail.example', again: null },
    ])
    expect(await lostReceiptWarnings(on.database)).toMatchObject([expect.stringMatching(/^1 receipt was given/)])
    const rows = await sql`select lost_receipt::text from lost_receipt`.execute(db)
    expect(JSON.stringify(rows.rows)).not.toMatch(/Lost, Lou|lou@mail/)

    // She submits again.
    later(MINUTE)
    const again = await applicant({ last_name: 'Lost', email_address: 'lou@mail.example' }, 'LLLL-2222')
    await sealReceiptsAgain(deps())
    expect((await make(june, 'listLostReceipts')).body.receipts).toMatchObject([
      { reference: 'LLLL-1111', again: { id: again, reference: 'LLLL-2222' } },
    ])
    const viewer = await signedIn('viewer', 'Vi Stone')
    expect(await codeOf(make(viewer, 'settleLostReceipt', { id: lost, version: 1 }))).toBe('missing_staff_right')
    expect(await codeOf(make(june, 'settleLostReceipt', { id: lost, version: 1 }))).toBe(200)
    expect(await codeOf(make(june, 'settleLostReceipt', { id: lost, version: 1 }))).toBe('no_lost_receipt')
    expect((await make(june, 'listLostReceipts')).body.receipts).toEqual([])
    await findLostReceipts(deps())
    expect(await storage.read(storage.keyOf('receipts', lost, '1'))).toBeUndefined()
    expect(await lostReceiptWarnings(on.database)).toEqual([])
    expect(await audited('lost receipt settled')).toMatchObject([{ actor: 'staff:June Hale', subject: lost }])
  })
})
