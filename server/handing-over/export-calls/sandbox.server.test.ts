import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { veteran } from '../../../form/testing/index.ts'
import { verifyCommand } from '../../documents/application-pdf/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { createSandbox } from './sandbox.ts'
import { everyRight, serveForTests } from './testing/index.ts'

const KEY = 'college_transcript'

onOneDatabase('the sandbox', (on) => {
  const at = serveForTests(on)
  const { token, call, fetched, submit, audited } = at
  const inSandbox = () => token(everyRight, '--sandbox')
  const acknowledge = (application_id: string) =>
    call('/acknowledgements', { acknowledgements: [{ application_id, version: 1, result: 'accepted' }] })

  /** Every call of the description about an application: its path as a reader fills it in, and its reply. */
  async function everyCall(id: string) {
    const { body } = await call('/openapi.json')
    const replies: { name: string; path: string; reply: Response; text: string; schema: unknown }[] = []
    for (const [path, methods] of Object.entries<Record<string, Record<string, never>>>(body.paths)) {
      const filled = path.replace('{id}', id).replace('{key}', KEY).replace('{list}', 'states')
      for (const [method, { operationId: name = '', responses = {} }] of Object.entries(methods)) {
        const given = { acknowledgements: [{ application_id: id, version: 1, result: 'accepted' }] }
        const reply = await fetch(`${at.address}${filled}`, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${at.secret}`, 'content-type': 'application/json' },
          ...(method === 'post' ? { body: JSON.stringify(given) } : {}),
        })
        const text = Buffer.from(await reply.arrayBuffer()).toString('latin1')
        const schema = Object(responses)[200].content['application/json']?.schema
        replies.push({ name, path, reply, text, schema })
      }
    }
    return replies
  }

  test('reaches no application of an applicant by any call, nor an ordinary token one of the sandbox', async () => {
    const id = await submit(veteran, { [KEY]: await pdfOf('Transcript', 1) })
    await call(`/applications/${id}`)
    const ordinary = await everyCall(id)
    expect(ordinary.map(({ reply }) => reply.status)).toEqual(ordinary.map(() => 200))
    expect(ordinary.filter(({ reply }) => reply.headers.has('causeway-sandbox'))).toEqual([])

    await inSandbox()
    const tried = await everyCall(id)
    expect(tried).toHaveLength(ordinary.length)
    for (const { name, path, reply, text } of tried) {
      const about = path.includes('{id}') ? 404 : name === 'acknowledgements' ? 422 : 200
      expect([name, reply.status, reply.headers.get('causeway-sandbox')]).toEqual([name, about, 'true'])
      if (about === 200) expect(text).not.toContain(id)
      expect(text).not.toContain(veteran.answer.last_name)
    }

    const { changes } = (await call('/changes')).body
    const madeUp = changes[0].application_id
    await token(everyRight)
    for (const { path, reply } of await everyCall(madeUp))
      if (path.includes('{id}')) expect([path, reply.status]).toEqual([path, 404])
    expect((await acknowledge(madeUp)).status).toBe(422)
    expect(
      (await call('/changes?limit=500')).body.changes.map((each: (typeof changes)[0]) => each.application_id),
    ).not.toContain(madeUp)
  })

  test('answers every call in the same shape', async () => {
    await inSandbox()
    const { changes, next } = (await call('/changes?limit=500')).body
    expect([changes.length >= 10, (await call(`/changes?after=${next}`)).body.changes]).toEqual([true, []])
    const first = (await call(`/applications/${changes[0].application_id}`)).body
    expect(first.documents.map(({ question }: { question: string }) => question)).toContain(KEY)
    for (const { name, reply, text, schema } of await everyCall(first.application_id)) {
      expect([name, reply.status, reply.headers.get('causeway-sandbox')]).toEqual([name, 200, 'true'])
      if (schema === undefined) expect([name, text.slice(0, 5)]).toEqual([name, '%PDF-'])
      else expect(z.fromJSONSchema(schema as never).safeParse(JSON.parse(text)).error).toBeUndefined()
    }
    const row = z.fromJSONSchema((await call('/form')).body)
    for (const { application_id: id } of changes.slice(0, 4))
      expect(row.safeParse((await call(`/applications/${id}`)).body.row).error).toBeUndefined()
    await token(['changes'], '--sandbox')
    const { body } = await call(`/applications/${first.application_id}`)
    expect([body.documents, body.row.ssn, body.row.gender]).toEqual([undefined, undefined, undefined])
    expect(body.colleges).toEqual(first.colleges)
  })

  test('checks acknowledgements and stores nothing of them', async () => {
    await inSandbox()
    const { changes } = (await call('/changes')).body
    const id = changes[1].application_id
    expect((await acknowledge(id)).body).toEqual({ recorded: 1, repeated: 0 })
    const unknown = id.replace(/.$/, 'f')
    expect((await acknowledge(unknown)).body).toEqual({
      code: 'refused_acknowledgement',
      message: `Row 1: version 1 of application ${unknown} was never handed over to api:${at.made.name}.`,
    })
    expect((await acknowledge('A17')).status).toBe(400)
    const stored = await on.database.db
      .selectFrom('acknowledgement')
      .selectAll()
      .where('target', '=', `api:${at.made.name}`)
      .execute()
    expect(stored).toEqual([])
    expect((await audited()).map(({ action, detail }) => [action, detail])).toEqual([
      ['sandbox call', { token: at.made.id, call: 'changes' }],
      ['sandbox call', { token: at.made.id, call: 'acknowledgements' }],
      ['export call refused', expect.objectContaining({ code: 'refused_acknowledgement' })],
      ['export call refused', expect.objectContaining({ code: 'invalid_parameters' })],
    ])
  })

  test('makes no PDF that passes for an application of the institution', async () => {
    await inSandbox()
    const { changes } = (await call('/changes')).body
    const reply = await fetched(`/applications/${changes[0].application_id}/packet`)
    const file = `${on.settings.dataDir}/sandbox.pdf`
    await writeFile(file, new Uint8Array(await reply.arrayBuffer()))
    expect(await verifyCommand(await at.deps.pdfSealer(), [file], '/')).toEqual({
      unaltered: 'unknown. The seal of this file was made with a key that this server does not have.',
      exit_code: 3,
    })
    const pdfSigner = { signatureAt: () => undefined, warnings: () => [] }
    expect(createSandbox({ ...at.deps, pdfSigner }), 'no signature of the institution').not.toHaveProperty('pdfSigner')
  })
})
