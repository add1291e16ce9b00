import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { baseRegister } from '../../../form/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { createPdfRenderer } from '../../documents/application-pdf/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase, silentLog } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { tokenCommand } from '../export-tokens/index.ts'
import { keysOfGrade, newestChange } from '../exports/index.ts'
import { attachedTo, submitted, withDocuments } from '../exports/testing/index.ts'
import { exportCallRoutes } from './index.ts'
import type { ExportCallsDeps } from './source.ts'
import { BASE, everyRight, serveForTests } from './testing/index.ts'

const DAY = 86_400_000 // ms

const mail = { enqueue: async () => {} }

onOneDatabase('the export calls', (on) => {
  const at = serveForTests(on)
  const { token, call, refusalOf, audited, submit, fetched } = at

  test('tell the changes from a number on, at most as many as asked for', async () => {
    const before = await newestChange(on.database.db)
    const ids = [await submit(), await submit(), await submit()]
    const first = (await call(`/changes?after=${before}&limit=2`)).body
    expect(first.changes).toMatchObject([
      { application_id: ids[0], version: 1, kind: 'submitted', at: expect.stringMatching(/Z$/) },
      { application_id: ids[1] },
    ])
    const second = (await call(`/changes?after=${first.next}`)).body
    expect(second.changes).toMatchObject([{ application_id: ids[2] }])
    expect((await call(`/changes?after=${second.next}`)).body).toEqual({ changes: [], next: second.next })
    // A number that was never given is of another database, and waiting would miss what comes under it.
    const ahead = await call(`/changes?after=${second.next + 1}`)
    expect({ status: ahead.status, code: ahead.body.code }).toEqual({ status: 409, code: 'cursor_ahead' })
    expect((await call('/changes')).body.changes.length).toBeGreaterThan(2)
  })

  test('give an application as it was signed, with the digests of its documents', async () => {
    const pdf = await pdfOf('Transcript', 2)
    const id = await submit(veteran, { college_transcript: pdf })
    const { status, body } = await call(`/applications/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ application_id: id, version: 1, row: { last_name: veteran.answer.last_name } })
    expect(body.row).toMatchObject({ ssn: veteran.answer.ssn ?? '', gender: veteran.answer.gender ?? '' })
    expect([body.colleges.length, body.tests.length > 0]).toEqual([8, true])
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(body.documents).toMatchObject([{ question: 'college_transcript', bytes: pdf.length, sha256 }])
    const reply = await fetched(`/applications/${id}/documents/college_transcript`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(Buffer.from(await reply.arrayBuffer()).equals(pdf)).toBe(true)
  })

  test('count and record each number that is read in full, and refuse more than the limit', async () => {
    const [id, without] = [await submit(veteran), await submit({ ...veteran, answer: { ...veteran.answer, ssn: '' } })]
    for (let read = 0; read < 2; read += 1) expect((await call(`/applications/${id}`)).status).toBe(200)
    expect((await call(`/applications/${without}`)).status).toBe(200)
    const numbers = (await audited()).filter(({ action }) => action === 'number exported')
    expect(numbers.map(({ subject }) => subject)).toEqual([id, id])
    expect(numbers[0]?.detail).toEqual({ token: at.made.id, purpose: 'a test' })
    for (let read = 0; read < 3; read += 1) await call(`/applications/${id}`)
    expect((await call(`/applications/${id}`)).status).toBe(429)
    // What has no number, and what a token without the right reads, counts nothing.
    expect((await call(`/applications/${without}`)).status).toBe(200)
    await token(['changes'])
    for (let read = 0; read < 6; read += 1) expect((await call(`/applications/${id}`)).status).toBe(200)
    expect((await audited()).filter(({ action }) => action === 'number exported')).toEqual([])
  })

  test('leave out what the token may not read, and describe exactly the row that it reads', async () => {
    const id = await submit(veteran)
    const [conduct, demographics] = [
      keysOfGrade(at.deps.register, 'conduct'),
      keysOfGrade(at.deps.register, 'demographics'),
    ]
    const apart = ['ssn', ...conduct, ...demographics]
    for (const rights of [
      ['changes'],
      ['changes', 'ssn'],
      ['changes', 'conduct'],
      ['changes', 'demographics'],
    ] as const) {
      await token(rights)
      const { body } = await call(`/applications/${id}`)
      const allowed = { changes: [], ssn: ['ssn'], conduct, demographics }
      const expected = rights.flatMap((right) => allowed[right])
      expect(apart.filter((key) => key in body.row).toSorted()).toEqual(expected.toSorted())
      expect(body).not.toHaveProperty('documents')
      const schema = (await call('/form')).body
      expect(Object.keys(schema.properties).toSorted()).toEqual(Object.keys(body.row).toSorted())
      expect(z.fromJSONSchema(schema).parse(body.row)).toEqual(body.row)
      expect(() => z.fromJSONSchema(schema).parse({ ...body.row, citizenship: 'nowhere' })).toThrow()
    }
    const { properties } = (await call('/form')).body
    expect(properties.college_2_name.title).toMatch(/^College 2: /)
    expect(properties.us_citizen ?? properties.citizenship).toMatchObject({ oneOf: expect.any(Array) })
  })

  test('take acknowledgements of what was read, all or none', async () => {
    const [read, other] = [await submit(), await submit()]
    await call(`/applications/${read}`)
    const answer = { application_id: read, version: 1, result: 'suspended', reason: 'no transcript' }
    const give = (...acknowledgements: readonly object[]) => refusalOf('/acknowledgements', { acknowledgements })
    expect(await give(answer)).toEqual({ status: 200, recorded: 1, repeated: 0 })
    expect(await give(answer)).toEqual({ status: 200, recorded: 0, repeated: 1 })
    expect(await give({ ...answer, result: 'accepted' }, { ...answer, application_id: other })).toEqual({
      status: 422,
      code: 'refused_acknowledgement',
      message: `Row 2: version 1 of application ${other} was never handed over to api:${at.made.name}.`,
    })
    const sentences: readonly [object, string][] = [
      [{ ...answer, result: 'fine' }, 'Row 2: result must be accepted, suspended or rejected.'],
      [{ ...answer, version: '1' }, 'Row 2: version must be a whole number.'],
      [{ ...answer, application_id: 'A17' }, 'Row 2: application_id is not the id of an application.'],
      [{ ...answer, reason: 'a\0b' }, 'Row 2: reason has characters that cannot be stored.'],
      [{ ...answer, note: 'x' }, 'Row 2: Unrecognized key: "note".'],
    ]
    for (const [row, message] of sentences)
      expect(await give(answer, row)).toEqual({ status: 400, code: 'invalid_parameters', message })
    const stored = await on.database.db
      .selectFrom('acknowledgement')
      .select(['application_id', 'result', 'made_by'])
      .where('target', '=', `api:${at.made.name}`)
      .execute()
    expect(stored).toEqual([{ application_id: read, result: 'suspended', made_by: `token ${at.made.id}` }])
  })

  test('refuse each token that may not be used, with its own sentence', async () => {
    const id = await submit()
    const codeOf = async (path = '/changes') => (await refusalOf(path)).code
    const { status, headers, body } = await call('/changes', undefined, {})
    expect([status, headers.get('www-authenticate'), body.code]).toEqual([401, 'Bearer', 'no_export_token'])
    expect((await call('/changes', undefined, { authorization: `Basic ${at.secret}` })).body.code).toBe(
      'no_export_token',
    )
    expect((await call('/changes', undefined, { authorization: `Bearer ${at.secret}x` })).body).toEqual({
      code: 'unknown_export_token',
      message: 'This token is not known here.',
    })
    for (const right of everyRight) {
      await token(everyRight.filter((each) => each !== right))
      const path = { changes: '/form', documents: `/applications/${id}/documents/a`, acknowledge: '/acknowledgements' }
      if (right === 'demographics' || right === 'conduct' || right === 'ssn') continue
      const refused = { status: 403, code: 'missing_right', message: `This token does not have the right ${right}.` }
      expect(await refusalOf(path[right], right === 'acknowledge' ? {} : undefined)).toEqual(refused)
      if (right === 'acknowledge') continue
      expect(await refusalOf(`/applications/${id}/packet`)).toEqual(refused)
      if (right === 'changes') expect(await refusalOf('/reference-data/terms')).toEqual(refused)
    }
    await token(everyRight, '--networks', '192.0.2.0/24')
    expect(await refusalOf('/changes')).toMatchObject({ status: 403, code: 'other_network' })
    await token(everyRight, '--networks', '127.0.0.0/8')
    expect((await call('/changes')).status).toBe(200)
    at.now = new Date(at.now.getTime() + DAY)
    expect(await refusalOf('/changes')).toMatchObject({ status: 401, code: 'expired_export_token' })
    await tokenCommand({ ...at.deps, mail }, ['end', at.made.name, '--by', 'June Hale'])
    expect([await codeOf(), await codeOf(`/applications/${id}`)]).toEqual(['ended_export_token', 'ended_export_token'])
  })

  test('say what they cannot find or use', async () => {
    const [id, lost] = [await submit(), await submit(veteran, { college_transcript: await pdfOf('Transcript', 1) })]
    await sql`update document set result_key = replace(result_key, '.pdf', '-lost.pdf') where application_id = ${lost}`.execute(
      on.database.db,
    )
    const unknown = { status: 404, code: 'no_application', message: 'There is no submitted application with this id.' }
    expect(await refusalOf(`/applications/${randomUUID()}`)).toEqual(unknown)
    expect(await refusalOf(`/applications/${randomUUID()}/documents/hs_record`)).toEqual(unknown)
    expect(await refusalOf(`/applications/${randomUUID()}/packet`)).toEqual(unknown)
    expect(await refusalOf(`/applications/${id}/documents/hs_record`)).toMatchObject({
      status: 404,
      code: 'no_document',
    })
    for (const path of ['', '/packet', '/documents/college_transcript'].map((end) => `/applications/${lost}${end}`))
      expect(await refusalOf(path)).toMatchObject({ status: 503, code: 'missing_file' })
    const wrong = [
      ['/applications/A17', 'id is not the id of an application.'],
      ['/changes?after=-1', 'after must be at least 0.'],
      ['/changes?after=1.5', 'after must be a whole number.'],
      ['/changes?after=x', 'after must be a whole number.'],
      ['/changes?after=', 'after must be a whole number.'],
      ['/changes?after=%20', 'after must be a whole number.'],
      ['/changes?after=0x10', 'after must be a whole number.'],
      ['/changes?after=1&after=2', 'after must be a whole number.'],
      ['/changes?after=99999999999999999999', 'after must be a whole number.'],
      ['/changes?limit=0', 'limit must be at least 1.'],
      ['/changes?limit=501', 'limit must be at most 500.'],
      ['/changes?since=1', 'Unrecognized key: "since".'],
    ]
    for (const [path = '', message] of wrong)
      expect(await refusalOf(path)).toEqual({ status: 400, code: 'invalid_parameters', message })
    expect(await refusalOf('/acknowledgements', '{')).toMatchObject({ status: 400, code: 'malformed' })
    expect(await refusalOf('/acknowledgements', [])).toMatchObject({ status: 400, code: 'invalid_parameters' })
    expect(await refusalOf('/nothing')).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('are recorded one by one, and leave no answer and no token in the log', async () => {
    const id = await submit(veteran, { college_transcript: await pdfOf('Transcript', 1) })
    const before = await newestChange(on.database.db)
    await call(`/changes?after=${before}`)
    await call(`/applications/${id}`)
    await fetched(`/applications/${id}/documents/college_transcript`)
    await call('/form')
    await call('/acknowledgements', {
      acknowledgements: [{ application_id: id, version: 1, result: 'rejected', reason: 'too late for Larch' }],
    })
    await call(`/applications/${randomUUID()}`)
    await call('/changes?after=x')
    const of = { token: at.made.id }
    expect(await audited()).toEqual([
      { action: 'changes exported', subject: at.made.id, detail: { ...of, after: before, next: before } },
      { action: 'number exported', subject: id, detail: { ...of, purpose: 'a test' } },
      { action: 'application exported', subject: id, detail: { ...of, version: 1 } },
      { action: 'document exported', subject: id, detail: { ...of, document: 'college_transcript' } },
      { action: 'form exported', subject: at.made.id, detail: of },
      { action: 'acknowledgements recorded', subject: at.made.id, detail: { ...of, recorded: 1, repeated: 0 } },
      {
        action: 'export call refused',
        subject: at.made.id,
        detail: { ...of, call: 'application', code: 'no_application' },
      },
      {
        action: 'export call refused',
        subject: at.made.id,
        detail: { ...of, call: 'changes', code: 'invalid_parameters' },
      },
    ])
    expect(at.logged).toContain(`${BASE}/applications/:id`)
    for (const hidden of [
      at.secret,
      at.secret.slice(17),
      veteran.answer.last_name ?? '',
      veteran.answer.ssn ?? '',
      'Larch',
    ])
      expect(at.logged).not.toContain(hidden)
  })

  test('send nothing that cannot be recorded', async () => {
    const id = await submit(veteran)
    const { db } = on.database
    await sql`alter table audit rename to audit_elsewhere`.execute(db)
    try {
      const reply = await fetched(`/applications/${id}`)
      expect(reply.status).toBe(500)
      expect(await reply.text()).not.toContain(veteran.answer.last_name)
    } finally {
      await sql`alter table audit_elsewhere rename to audit`.execute(db)
    }
    expect((await call(`/applications/${id}`)).status).toBe(200)
  })

  test('are limited for each token, and what is beyond the limit is not recorded', async () => {
    const statuses: number[] = []
    for (let times = 0; times < 32; times += 1) statuses.push((await call('/form')).status)
    expect([statuses.slice(0, 30).every((each) => each === 200), statuses.slice(30)]).toEqual([true, [429, 429]])
    const { headers, body } = await call('/form')
    expect([Number(headers.get('retry-after')) > 0, body.code]).toEqual([true, 'too_many'])
    expect(await audited()).toHaveLength(30)
    await token(everyRight)
    expect((await call('/form')).status).toBe(200)
  })

  test('are described for anybody, with every parameter, reply and refusal', async () => {
    const { status, body } = await call('/openapi.json', undefined, {})
    expect([status, body.openapi, body.security]).toEqual([200, '3.1.0', [{ token: [] }]])
    expect(Object.keys(body.paths).toSorted()).toEqual([
      `${BASE}/acknowledgements`,
      `${BASE}/applications/{id}`,
      `${BASE}/applications/{id}/documents/{key}`,
      `${BASE}/applications/{id}/packet`,
      `${BASE}/changes`,
      `${BASE}/form`,
      `${BASE}/reference-data`,
      `${BASE}/reference-data/{list}`,
    ])
    const { get } = body.paths[`${BASE}/changes`]
    expect(get.parameters).toMatchObject([
      { name: 'after', schema: { type: 'integer', default: 0 } },
      { name: 'limit', schema: { type: 'integer', default: 100 } },
      { name: 'form', schema: { type: 'string', default: 'false' } },
    ])
    expect(Object.keys(get.responses)).toEqual(['200', 'default'])
    // Clients must send what they are asked for, and take replies with more fields than they know.
    expect(JSON.stringify(body)).not.toContain('readOnly')
    const { schema } = get.responses['200'].content['application/json']
    expect([schema.required, schema.additionalProperties]).toEqual([['changes', 'next'], undefined])
    const payload = body.paths[`${BASE}/acknowledgements`].post.requestBody.content['application/json'].schema
    expect(payload.additionalProperties).toBe(false)
    const pdf = body.paths[`${BASE}/applications/{id}/documents/{key}`].get.responses['200']
    expect(Object.keys(pdf.content)).toEqual(['application/pdf'])
    const packet = body.paths[`${BASE}/applications/{id}/packet`].get
    expect(packet.description).toMatch(/^Needs the rights changes and documents. .*demographics.*ssn/)
    const list = body.paths[`${BASE}/reference-data/{list}`].get
    expect(Object.keys(list.responses)).toEqual(['200', '304', 'default'])
    expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual(['list', 'if-none-match'])
  })
})

describe('a program that knows only the description of the export calls', () => {
  onOneDatabase('with a token', (on) => {
    test('reads every application with its documents, and acknowledges it', async () => {
      const institution = readInstitution(on.settings)
      const keyRing = createKeyRing(on.settings)
      const renderer = createPdfRenderer()
      const clock = () => new Date()
      const deps: ExportCallsDeps = {
        database: on.database,
        keyRing,
        pdfSealer: async () => keyRing,
        form: formOf(institution),
        register: baseRegister(),
        editionNumbered: async () => undefined,
        institution,
        storage: await createStorage(on.settings, keyRing, clock, randomUUID()),
        jobs: createJobs(on.database, silentLog),
        renderer,
        settings: on.settings,
        now: clock,
        limits: createLimits(on.database),
      }
      const app = await appForTests(
        on.settings,
        async (inner) => void (await inner.register((each) => exportCallRoutes(each, deps))),
      )
      const keys = ['college_transcript', 'college_3_transcript']
      const ids: string[] = []
      for (const documents of [[], keys, keys.slice(1)]) {
        const { id } = await submitted(deps, attachedTo(veteran, documents))
        const pdfs = await Promise.all(documents.map(async (key) => [key, await pdfOf(key, 1)] as const))
        await withDocuments(on.database.db, deps.storage, id, Object.fromEntries(pdfs))
        ids.push(id)
      }
      const words = ['make', 'client', '--rights', 'changes,documents,acknowledge', '--by', 'June Hale']
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, 'fixtures/client.ts'), `${app.address}${BASE}/openapi.json`],
        { env: { TOKEN: await String(Object(await tokenCommand({ ...deps, mail }, words)).token) } },
      )
      const read = (index: number, documents: readonly string[]) => ({
        id: ids[index],
        last_name: veteran.answer.last_name,
        recorded: 1,
        documents: documents.map((key) => ({ key, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), isWhole: true })),
      })
      expect(JSON.parse(stdout)).toEqual([read(0, []), read(1, keys), read(2, keys.slice(1))])
      const accepted = await on.database.db
        .selectFrom('acknowledgement')
        .select(['application_id', 'result'])
        .orderBy('id')
        .execute()
      expect(accepted).toEqual(ids.map((application_id) => ({ application_id, result: 'accepted' })))
      await app.close()
      await renderer.close()
    })
  })
})
