import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { editApplication } from '../../applying/applications/index.ts'
import { sweepCommand } from '../../documents/documents/index.ts'
import { documentsForTests } from '../../documents/documents/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { eraseFiles } from './erase-files.ts'
import { erasuresForTests } from './testing/index.ts'

onOneDatabase('a storage that is restored from before an erasure', (on) => {
  test('loses again what was erased, and lists it, once it is said to be in use', async () => {
    const { documents, close } = await documentsForTests(on)
    const erasures = erasuresForTests(documents)
    const { storage, now } = documents
    const { db } = on.database
    await sweepCommand(documents, ['adopt'])
    const account = randomUUID()
    const user = { id: account, name: '', email: `${account}@mail.example`, emailVerified: true, image: null }
    await db
      .insertInto('user')
      .values({ ...user, updatedAt: now() })
      .execute()
    const id = await editApplication(erasures, account, async (edited) => {
      edited.write({ first_name: 'Ada' })
      return edited.id
    }).then(String)
    const document = storage.keyOf('converted', id, `${randomUUID()}.pdf`)
    await storage.write(document, Buffer.from('%PDF of Ada'))
    // A receipt that the lost list had.
    const kept = await editApplication(erasures, randomUUID(), async ({ id: of }) => of).then(String)
    await db.insertInto('receipt').values({ application_id: kept, version: 1, listed_under: 'local-1' }).execute()
    await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db)
    await eraseFiles(erasures)
    expect(await storage.read(document)).toBeUndefined()

    // The files and the lists are those of a backup; the database is the newest.
    await storage.write(document, Buffer.from('%PDF of Ada'))
    await storage.write(storage.keyOf('owner', 'token'), Buffer.from(randomUUID()))
    const lists = [storage.keyOf('erasures', id), storage.keyOf('erased-accounts', account)]
    for (const key of lists) await storage.remove(key)
    await eraseFiles(erasures)
    expect(await storage.read(document)).toBeDefined() // it may be another database's

    await sweepCommand(documents, ['adopt'])
    await eraseFiles(erasures)
    expect(await storage.read(document)).toBeUndefined()
    for (const key of lists) expect(await storage.read(key)).toBeDefined()
    const receipt = db.selectFrom('receipt').select('listed_under').where('application_id', '=', kept)
    expect(await receipt.execute()).toEqual([{ listed_under: null }])
    await close()
  })
})
