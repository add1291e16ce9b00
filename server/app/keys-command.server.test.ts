import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ApplicationDeps, applicationRoutes, readHistory, sealerOf } from '../applying/applications/index.ts'
import { compressSigned, readSubmission, submissionRoutes } from '../applying/submissions/index.ts'
import { temporaryAnswerRoutes } from '../applying/temporary-answers/index.ts'
import { storedPdf } from '../documents/application-pdf/index.ts'
import { setPdfStatus, storePdf } from '../documents/application-pdf/testing/index.ts'
import { signaturesOf } from '../documents/documents/index.ts'
import { createJobs, type Jobs } from '../platform/jobs/index.ts'
import { createLimits, readLimits } from '../platform/limits/index.ts'
import { createKeyRing, type KeyRing } from '../platform/secrets/index.ts'
import { createStorage, type Storage } from '../platform/storage/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import { createMail, type Mail } from '../running/mail/index.ts'
import { appForTests, completeAnswers, databasesForTests, silentLog } from '../testing/index.ts'
import { keysCommand } from './keys-command.ts'
import { claimSecretKeys, createPdfSealer } from './secret-keys.ts'

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) })
const [one, two, three] = [key('one', 1), key('two', 2), key('three', 3)]
const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ secretKeys, dataDir: '/nowhere' })
const PDF = Buffer.from(`%PDF-1.7 ${'of an application '.repeat(50)}`)

databasesForTests('npm run keys', (on) => {
  const servers: { close: () => Promise<unknown> }[] = []
  let jobs: Jobs
  let storage: Storage
  let mail: Mail
  const db = () => on.database.db

  beforeEach(async () => {
    jobs = createJobs(on.database, silentLog)
    const institution = readInstitution(on.settings)
    const setup = {
      database: on.database,
      settings: on.settings,
      institution,
      keyRing: ringOf(one),
      jobs,
      log: silentLog,
    }
    mail = createMail(setup)
    await jobs.start({ only: 'enqueue' })
    storage = await createStorage(on.settings, ringOf(one), () => new Date(), randomUUID())
    await sql`update installation set has_data_keys = false, pdf_seal_key = null, compresses_signed = false,
      seals_records = false`.execute(db())
    await db().deleteFrom('secret_key').execute()
    await db().deleteFrom('temporary_answers').execute()
    await sql`delete from pgboss.job`.execute(db())
    const tables = [
      'answer_history',
      'submission',
      'earlier_submission',
      'signed_document',
      'withdrawal',
      'application_note',
    ]
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(db())
    await sql`truncate answer_history, submission, application_pdf, web_status, sent_mail, application cascade`.execute(
      db(),
    )
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(db())
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
    await jobs.stop()
  })

  const keys = (...ring: ReturnType<typeof key>[]) =>
    keysCommand({ database: on.database, storage, keyRing: ringOf(...ring) }, [])

  /** The product with these keys. */
  async function product(keyRing: KeyRing) {
    await claimSecretKeys(on.database, keyRing)
    const institution = readInstitution(on.settings)
    const applications: ApplicationDeps = {
      ...{ database: on.database, keyRing, form: formOf(institution), institution, now: () => new Date() },
    }
    const server = await appForTests(on.settings, (app) => {
      applicationRoutes(app, applications)
      submissionRoutes(app, { ...applications, onAccepted: async () => {} })
      const limits = createLimits(on.database, readLimits(on.settings).table)
      temporaryAnswerRoutes(app, { ...applications, baseUrl: 'https://apply.bridger.example' }, limits)
    })
    servers.push(server)
    const pdfs = { database: on.database, keyRing, storage }
    return {
      server,
      /** A document whose signatures are sealed, as they are since it came. */
      storeSigned: async (application_id: string) => {
        const id = randomUUID()
        const found = db().selectFrom('application').select(['id', 'data_key']).where('id', '=', application_id)
        const sealer = sealerOf(keyRing, await found.executeTakeFirstOrThrow())
        const signatures = JSON.stringify(sealer.seal('[]', `signatures:${id}`))
        const row = { id, application_id, answer_key: 'college_transcript', status: 'COMPLETED', signatures } as const
        await db()
          .insertInto('document')
          .values({ ...row, file_key: randomUUID(), result_key: randomUUID() })
          .execute()
      },
      storePdf: (id: string) => storePdf(pdfs, { applicationId: id, version: 1 }, PDF),
      /** Everything that is stored about somebody, as plain values. */
      everything: async (account: string, token: string) => {
        const application = await db()
          .selectFrom('application')
          .select(['id', 'data_key'])
          .where('account_id', '=', account)
          .executeTakeFirstOrThrow()
        const { id } = application
        const documents = await db()
          .selectFrom('document')
          .select(['id', 'application_id', 'signatures'])
          .where('application_id', '=', id)
          .execute()
        return {
          signatures: documents.map((row) => signaturesOf(keyRing, { ...row, data_key: application.data_key })),
          profile: (await server.call(account, 'GET', '/api/profile')).body,
          history: await readHistory(db(), { id, sealer: sealerOf(keyRing, application) }),
          submission: await readSubmission(db(), keyRing, id),
          pdf: (await storedPdf(pdfs, id))?.pdf.toString(),
          link: (await server.call(undefined, 'GET', `/public/tmp?token=${token}`)).body,
        }
      },
    }
  }

  /** Somebody who has submitted, and somebody who has not, both with the keys of this product. */
  async function people({ server, storePdf: store, storeSigned }: Awaited<ReturnType<typeof product>>) {
    const [ada, ben] = [randomUUID(), randomUUID()]
    for (const account of [ada, ben]) {
      await server.call(account, 'PUT', '/api/answer', { ...completeAnswers, ssn: '501-55-0186' })
      await server.call(account, 'PUT', '/api/answer', { ssn: '501-55-0187' })
    }
    await server.call(ben, 'PUT', '/api/add-another', { button_id: 'pending_no', num_components: 1 })
    expect(await server.call(ada, 'POST', '/api/submit')).toMatchObject({ status: 200 })
    const { id } = await db()
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', ada)
      .executeTakeFirstOrThrow()
    await setPdfStatus(db(), id, 'IN_PROGRESS')
    await store(id)
    await storeSigned(id)
    const { token } = (await server.call(undefined, 'POST', '/public/tmp', { answer: { first_name: 'Zoë' } })).body
    return { ada, ben, token, id }
  }

  /** How many values each key encrypts, counted in the text of every table. */
  async function valuesUnder(): Promise<Readonly<Record<string, number>>> {
    const texts = await Promise.all(
      [
        'application',
        'answer_history',
        'submission',
        'application_pdf',
        'temporary_answers',
        'installation',
        'document',
      ].map(
        async (table) =>
          (await sql<{ text: string }>`select ${sql.table(table)}::text as text from ${sql.table(table)}`.execute(db()))
            .rows,
      ),
    )
    const all = JSON.stringify(texts)
    const ids = [...all.matchAll(/kid[\\"]+: ?[\\"]+([\w:-]+)/g)].map(([, id = '']) => id)
    return Object.fromEntries([...new Set(ids)].sort().map((id) => [id, ids.filter((each) => each === id).length]))
  }

  test('what an earlier release encrypted with a secret key gets data keys, and nobody notices', async () => {
    const before = await product(ringOf(one))
    const { ada, ben, token } = await people(before)
    const wanted = [await before.everything(ada, token), await before.everything(ben, token)]
    expect(wanted[0]).toMatchObject({ pdf: PDF.toString(), profile: { answer: { ssn: '***-**-0187' } } })
    expect(wanted[1]).toMatchObject({ profile: { add_another: { pending_no: 1 } } })
    expect(Object.keys(await valuesUnder())).toEqual(['one'])

    expect(await keys(two, one)).toEqual({
      key_in_use: 'two',
      encrypted_again: '2 applications, 1 links with answers',
      can_be_destroyed: 'one, once every process runs without it',
      still_needed: 'none',
      exit_code: 0,
    })
    expect(await valuesUnder()).toMatchObject({ ':data': expect.any(Number), two: 4 }) // two people, a link, the seals
    expect(await valuesUnder()).not.toHaveProperty('one')

    const after = await product(ringOf(two))
    expect([await after.everything(ada, token), await after.everything(ben, token)]).toEqual(wanted)
    // Nothing but this command says that the release before, which cannot read it, runs no more.
    expect(await compressSigned({ database: on.database, keyRing: ringOf(two) })).toBe(1)
    expect(await valuesUnder()).not.toHaveProperty('one')
    expect(await after.everything(ada, token)).toEqual(wanted[0])
    expect(await after.server.call(ben, 'PUT', '/api/answer', { ssn: '501-55-0188' })).toMatchObject({ status: 200 })
    expect((await after.everything(ben, token)).profile.answer.ssn).toBe('***-**-0188')
    expect(await keys(two)).toMatchObject({ encrypted_again: '0 applications, 0 links with answers', exit_code: 0 })
  })

  test('with data keys, another secret key changes them alone', async () => {
    await keys(one)
    const before = await product(ringOf(one))
    const { ada, token, id } = await people(before)
    const wanted = await before.everything(ada, token)
    const content = async () =>
      (
        await sql<object>`select sealed, file_key, snapshot from application
        join application_pdf on application_pdf.application_id = id join submission on submission.application_id = id
        where id = ${id}`.execute(db())
      ).rows
    const encrypted = await content()
    const seal = (await createPdfSealer(on.database, ringOf(one))).seal('digest', 'pdf seal')

    expect(await keys(three, one)).toMatchObject({ key_in_use: 'three', exit_code: 0 })
    expect(await content()).toEqual(encrypted)
    const after = await product(ringOf(three))
    expect(await after.everything(ada, token)).toEqual(wanted)
    expect((await createPdfSealer(on.database, ringOf(three))).open(seal, 'pdf seal')).toBe('digest')
    await expect(product(ringOf(one))).rejects.toThrow('encrypted with the key three, which is missing')
  })

  test('a key that can be destroyed is named until it is gone, and one that waits behind the first is not', async () => {
    await keys(one)
    const destroyed = async (...ring: ReturnType<typeof key>[]) => (await keys(...ring)).can_be_destroyed
    const named = 'one, once every process runs without it'
    await claimSecretKeys(on.database, ringOf(two, one))
    expect([await destroyed(two, one), await destroyed(two, one), await destroyed(two)]).toEqual([named, named, 'none'])
    expect(await destroyed(two, three)).toBe('none')
    await claimSecretKeys(on.database, ringOf(one, two))
    expect(await destroyed(one, two)).toBe('two, once every process runs without it')
  })

  test('processes with the old order and with the new one work at the same time', async () => {
    await keys(one)
    const [old, fresh] = [await product(ringOf(one, two)), await product(ringOf(two, one))]
    const account = randomUUID()
    await old.server.call(account, 'PUT', '/api/answer', { ssn: '501-55-0181' })
    const saves = Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? old : fresh).server.call(account, 'PUT', '/api/answer', { [`college_${at % 8 || 9}_x`]: '' }),
    )
    await Promise.all([...saves, keys(two, one)])
    for (const { server } of [old, fresh]) {
      expect((await server.call(account, 'GET', '/api/profile')).body.answer.ssn).toBe('***-**-0181')
    }
    const other = randomUUID()
    await old.server.call(other, 'PUT', '/api/answer', { ssn: '501-55-0182' })
    expect((await fresh.server.call(other, 'GET', '/api/profile')).body.answer.ssn).toBe('***-**-0182')
    // The old order has made another data key under the old key, so once it is gone, one more round.
    expect(await keys(two, one)).toMatchObject({
      encrypted_again: expect.stringMatching(/^1 applications/),
      exit_code: 0,
    })
    expect((await product(ringOf(two))).server).toBeDefined()
  })

  test('a mail that waits to be sent keeps its key in use', async () => {
    await product(ringOf(one))
    await mail.enqueue(db(), { kind: 'password_changed', to: 'ada@mail.example', values: {} })
    const needed = { can_be_destroyed: 'none', still_needed: expect.stringContaining('one (1 mails'), exit_code: 2 }
    expect(await keys(two, one)).toMatchObject(needed)
    await expect(product(ringOf(two))).rejects.toThrow('encrypted with the key one, which is missing')
    await sql`update pgboss.job set state = 'completed', completed_on = now()`.execute(db())
    expect(await keys(two, one)).toMatchObject({ can_be_destroyed: expect.stringMatching(/^one,/), exit_code: 0 })
    expect(await product(ringOf(two))).toBeDefined()
  })

  test('a process that encrypts with an earlier key keeps it in use until it is silent', async () => {
    await product(ringOf(one))
    const process = {
      id: randomUUID(),
      kind: 'server' as const,
      does_jobs: true,
      release: '1',
      host: 'a',
      key_id: 'one',
    }
    await db().insertInto('process').values(process).execute()
    expect(await keys(two, one)).toMatchObject({ still_needed: expect.stringContaining('1 processes'), exit_code: 2 })
    await sql`update process set beat_at = beat_at - interval '2 minutes'`.execute(db())
    expect(await keys(two, one)).toMatchObject({ can_be_destroyed: expect.stringMatching(/^one,/), exit_code: 0 })
  })

  test('when it is cut off, each application is as before or done, and the next time it goes on', async () => {
    const before = await product(ringOf(one))
    const all = [await people(before), await people(before), await people(before)]
    const wanted = await Promise.all(all.map(({ ada, token }) => before.everything(ada, token)))
    let writes = 0
    const full = {
      ...storage,
      write: (...file: Parameters<Storage['write']>) => {
        writes += 1
        return writes === 2 ? Promise.reject(new Error('The disk is full.')) : storage.write(...file)
      },
    }
    const change = { database: on.database, storage: full, keyRing: ringOf(two, one) }
    await expect(keysCommand(change, [])).rejects.toThrow('The disk is full.')
    const meanwhile = await product(ringOf(two, one))
    expect(await Promise.all(all.map(({ ada, token }) => meanwhile.everything(ada, token)))).toEqual(wanted)
    expect(await keysCommand(change, [])).toMatchObject({ exit_code: 0 })
    const after = await product(ringOf(two))
    expect(await Promise.all(all.map(({ ada, token }) => after.everything(ada, token)))).toEqual(wanted)
  })

  test('without one of the keys nothing is changed', async () => {
    const before = await product(ringOf(one))
    const { ada, token } = await people(before)
    const wanted = await before.everything(ada, token)
    await expect(keys(two)).rejects.toThrow('No key with the id one is known')
    expect(await before.everything(ada, token)).toEqual(wanted)
  })

  describe('what is written once', () => {
    const attempts: readonly (readonly [string, (id: string) => string])[] = [
      ['outside the command', () => `update answer_history set changed = changed`],
      ['of another application', () => `update submission set snapshot = snapshot`],
      ['in another column', (id) => `update submission set reference = 'X' where application_id = '${id}'`],
      [
        'in an answer that is not encrypted',
        (id) => `update answer_history set changed = changed || '{"city": "Elsewhere"}' where application_id = '${id}'`,
      ],
      [
        'by adding an answer',
        (id) =>
          `update answer_history set changed = changed || '{"new": {"kid": ":data"}}' where application_id = '${id}'`,
      ],
      [
        'by sealing it and more',
        (id) =>
          `update answer_history set sealed = decode(repeat('00', 512), 'hex'), changed = '{}', device = null, revision = 9 where application_id = '${id}'`,
      ],
      ['by removing it', (id) => `delete from submission where application_id = '${id}'`],
    ]
    test.each(attempts)('cannot be changed %s', async (name, statement) => {
      const { ada } = await people(await product(ringOf(one)))
      const { id } = await db()
        .selectFrom('application')
        .select('id')
        .where('account_id', '=', ada)
        .executeTakeFirstOrThrow()
      const open = name.startsWith('outside') ? '' : name.startsWith('of another') ? randomUUID() : id
      const attempt = db()
        .transaction()
        .execute(async (transaction) => {
          await sql`select set_config('causeway.encrypting_again', ${open}, true)`.execute(transaction)
          await sql.raw(statement(id)).execute(transaction)
        })
      await expect(attempt).rejects.toThrow('its rows stand as they were written')
    })
  })
})
