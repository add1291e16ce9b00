import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepCommand } from '../../documents/documents/index.ts'
import { documentsForTests } from '../../documents/documents/testing/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { erasuresForTests } from '../erasure/testing/index.ts'
import { rememberPerson } from '../staff/staff-people.ts'
import { listRevocations, revokeListed, revokeListedAtStart } from './revocations.ts'

databasesForTests('what was ended after a backup', (on) => {
  test('does not live again in a database that is restored from it', async () => {
    const { documents, close } = await documentsForTests(on)
    const deps = erasuresForTests(documents)
    const { db } = on.database
    await sweepCommand(documents, ['adopt'])
    const soon = new Date(Date.now() + 3_600_000)
    const [ada, ben] = [randomUUID(), randomUUID()]
    for (const id of [ada, ben]) {
      const user = {
        id,
        name: '',
        email: `${id}@mail.example`,
        emailVerified: true,
        image: null,
        updatedAt: new Date(),
      }
      await db.insertInto('user').values(user).execute()
      await sql`insert into account (id, "userId", "accountId", "providerId", password, "updatedAt")
        values (${randomUUID()}, ${id}, ${id}, 'credential', ${`hash of ${id}`}, now())`.execute(db)
      await sql`insert into session (id, "userId", token, "expiresAt", "updatedAt")
        values (${randomUUID()}, ${id}, ${randomUUID()}, ${soon}, now())`.execute(db)
    }
    const token = { id: randomUUID(), rights: '["changes"]', networks: '[]', made_by: 'Test', expires_at: soon }
    await db
      .insertInto('export_token')
      .values({ ...token, name: `t${token.id}`, hash: token.id })
      .execute()
    const person = { issuer: 'https://login.example', name: 'June Hale', role: 'viewer' } as const
    const june = await rememberPerson(db, { ...person, subject: randomUUID() }, new Date())

    /** The tables as a backup of now would have them. */
    const saved = ['revocation', 'account', 'session', 'export_token', 'staff_person'] as const
    for (const table of saved)
      await sql`create table ${sql.table(`backup_${table}`)} as table ${sql.table(table)}`.execute(db)

    // After the backup.
    await db.updateTable('export_token').set({ ended_at: new Date() }).where('id', '=', token.id).execute()
    await db.updateTable('account').set({ password: 'new' }).where('userId', '=', ada).execute()
    await db.updateTable('staff_person').set({ ended_at: new Date() }).where('id', '=', Number(june)).execute()
    const late = { ...person, subject: randomUUID() }
    const lateId = await rememberPerson(db, late, new Date())
    await db.updateTable('staff_person').set({ ended_at: new Date() }).where('id', '=', Number(lateId)).execute()
    await db.deleteFrom('session').where('userId', '=', ben).execute()
    await listRevocations(deps)
    expect(await db.selectFrom('revocation').select('id').where('listed_at', 'is', null).execute()).toEqual([])
    // The database that is in use knows all of it.
    await revokeListed(deps)
    const sessionsOf = (userId: string) => db.selectFrom('session').select('id').where('userId', '=', userId).execute()
    expect([(await sessionsOf(ada)).length, (await sessionsOf(ben)).length]).toEqual([1, 0])

    // Restored: the rows of the backup, without what their triggers would write.
    await sql`delete from staff_person where id = ${lateId}`.execute(db)
    for (const table of ['export_token', 'account', 'staff_person', 'session'] as const)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await sql`update export_token set ended_at = null where id = ${token.id}`.execute(db)
    await sql`update account set password = old.password from backup_account old where old.id = account.id`.execute(db)
    await sql`update staff_person set ended_at = null where id = ${june}`.execute(db)
    await sql`insert into session select * from backup_session where id not in (select id from session)`.execute(db)
    for (const table of ['export_token', 'account', 'staff_person', 'session'] as const)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
    await sql`delete from revocation`.execute(db)
    await sql`insert into revocation select * from backup_revocation`.execute(db)
    expect((await sessionsOf(ben)).length).toBe(1)

    await revokeListedAtStart(deps)
    const endOf = async (table: 'export_token' | 'staff_person', id: string | number | undefined) =>
      (await sql<{ ended_at: Date | null }>`select ended_at from ${sql.table(table)} where id = ${id}`.execute(db))
        .rows[0]?.ended_at
    expect(await endOf('export_token', token.id)).toBeInstanceOf(Date)
    expect(await endOf('staff_person', june)).toBeInstanceOf(Date)
    // Who came after the backup has no row here.
    expect(await rememberPerson(db, late, new Date())).toBeUndefined()
    const passwordOf = async (userId: string) =>
      (await db.selectFrom('account').select('password').where('userId', '=', userId).executeTakeFirstOrThrow())
        .password
    expect([await passwordOf(ada), await passwordOf(ben)]).toEqual([null, `hash of ${ben}`])
    expect([...(await sessionsOf(ada)), ...(await sessionsOf(ben))]).toEqual([])

    // Once: whoever logs in again stays.
    await sql`insert into session (id, "userId", token, "expiresAt", "updatedAt")
      values (${randomUUID()}, ${ben}, ${randomUUID()}, ${soon}, now())`.execute(db)
    await listRevocations(deps)
    await revokeListedAtStart(deps)
    expect((await sessionsOf(ben)).length).toBe(1)
    for (const table of saved) await sql`drop table ${sql.table(`backup_${table}`)}`.execute(db)
    await close()
  })

  test('a log-out alone ends all sessions of a restored database, and a session that ran out by itself none', async () => {
    const { documents, close } = await documentsForTests(on)
    const deps = erasuresForTests(documents)
    const { db } = on.database
    await sweepCommand(documents, ['adopt'])
    const id = randomUUID()
    const user = { id, name: '', email: `${id}@mail.example`, emailVerified: true, image: null, updatedAt: new Date() }
    await db.insertInto('user').values(user).execute()
    const begin = async (expiresAt: Date) => {
      const session = randomUUID()
      await sql`insert into session (id, "userId", token, "expiresAt", "updatedAt")
        values (${session}, ${id}, ${session}, ${expiresAt}, now())`.execute(db)
      return session
    }
    const waiting = () => db.selectFrom('revocation').select('kind').where('listed_at', 'is', null).execute()
    await listRevocations(deps)
    const old = await begin(new Date(Date.now() - 1000))
    await db.deleteFrom('session').where('id', '=', old).execute()
    expect(await waiting()).toEqual([])
    const [one, other] = [await begin(new Date(Date.now() + 60_000)), await begin(new Date(Date.now() + 60_000))]
    const backup = await db.selectFrom('revocation').select('id').execute()
    for (const each of [one, other]) await db.deleteFrom('session').where('id', '=', each).execute()
    expect(await waiting()).toEqual([{ kind: 'sessions' }] satisfies Pick<Tables['revocation'], 'kind'>[])
    await listRevocations(deps)
    await begin(new Date(Date.now() + 60_000))
    await revokeListed(deps)
    expect((await db.selectFrom('session').select('id').where('userId', '=', id).execute()).length).toBe(1)
    const kept = backup.map((each) => each.id)
    await db
      .deleteFrom('revocation')
      .where('id', 'not in', [...kept, randomUUID()])
      .execute()
    await revokeListed(deps)
    expect(await db.selectFrom('session').select('id').where('userId', '=', id).execute()).toEqual([])
    await close()
  })
})
