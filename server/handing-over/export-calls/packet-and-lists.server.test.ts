import { expect, test } from 'vitest'
import type { ExportRight } from '../../../api/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { readPdf, tight } from '../../documents/application-pdf/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { serveForTests } from './testing/index.ts'

onOneDatabase('the export calls', (on) => {
  const at = serveForTests(on)
  const { token, call, refusalOf, audited, submit, fetched } = at

  test('give a packet that shows no more than the token may read', async () => {
    const id = await submit(veteran, { college_transcript: await pdfOf('Transcript', 2) })
    const packet = async (...rights: readonly ExportRight[]) => {
      await token(['changes', 'documents', ...rights])
      const reply = await fetched(`/applications/${id}/packet`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const [row] = await audited()
      expect(row).toEqual({ action: 'packet exported', subject: id, detail: { token: at.made.id } })
      return tight((await readPdf(new Uint8Array(await reply.arrayBuffer()))).text)
    }
    const [none, ssn, all] = [await packet(), await packet('ssn'), await packet('ssn', 'demographics')]
    for (const text of [none, ssn, all]) {
      expect(text).toContain(veteran.answer.last_name)
      expect(text).toContain('Transcript')
      expect(text).not.toContain(tight(veteran.answer.ssn ?? ''))
    }
    expect([none, ssn, all].map((text) => text.includes('0187'))).toEqual([false, true, true])
    expect([none, ssn, all].map((text) => text.includes('SocialSecurity'))).toEqual([false, true, true])
    expect([none, ssn, all].map((text) => text.includes('Hispanic'))).toEqual([false, false, true])
    expect([none, ssn, all].map((text) => text.includes('Asian'))).toEqual([false, false, true])
  })

  test('give reference data, and only if it has changed', async () => {
    const { body, headers } = await call('/reference-data')
    expect(body).toEqual({ lists: ['countries', 'states', 'terms', 'majors', 'degrees'] })
    const lists = new Map<string, { value: string; label: string; codes: Record<string, string> }[]>()
    for (const list of body.lists) lists.set(list, (await call(`/reference-data/${list}`)).body.values)
    expect([...lists].map(([list, values]) => [list, values.length > 0])).toEqual(
      body.lists.map((list: string) => [list, true]),
    )
    expect(lists.get('countries')).toContainEqual({
      value: 'UK',
      label: 'United Kingdom',
      codes: { 'iso-3166-1-alpha-2': 'GB', 'iso-3166-1-alpha-3': 'GBR' },
    })
    expect(lists.get('states')).toContainEqual({ value: 'Montana', label: 'Montana', codes: { usps: 'MT' } })
    const { entry_terms: terms, majors } = at.deps.institution
    expect(lists.get('terms')).toEqual(terms.slice(1).map(([value, label]) => ({ value, label, codes: {} })))
    expect(lists.get('majors')).toHaveLength(majors.length - 1)
    for (const path of ['/reference-data', '/reference-data/terms']) {
      const etag = (await call(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      for (const had of [etag, `"other", W/${etag}`, '*']) {
        const reply = await fetched(path, { 'if-none-match': had })
        expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([304, etag, ''])
      }
      expect((await fetched(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
    expect(headers.get('etag')).not.toBe((await call('/reference-data/terms')).headers.get('etag'))
    expect(await refusalOf('/reference-data/colors')).toEqual({
      status: 404,
      code: 'no_reference_list',
      message: 'There is no list of this name.',
    })
    expect((await audited())[1]).toMatchObject({ action: 'reference data exported', detail: { list: 'countries' } })
  })
})
