import { afterEach, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { applicationIdOf } from '../../applying/applications/index.ts'
import { type ServiceLinkDeps, serviceLinkCommand, serviceLinkRoutes } from '../../office/service-links/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import { type Scan, scanInWords, scanOf } from './malware-scan.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')
const at = new Date('2026-11-22T22:42:00Z')
const by = 'ClamAV 1.4.3/27795/Sun Nov 22 09:12:00 2026'

onOneDatabase('the scans of documents', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>> | undefined
  afterEach(() => server?.close())

  /** An applicant with a document that `scan` has seen or not, and the scans that staff can read about. */
  async function attached(scan: Scan | undefined) {
    const started = await documentsForTests(on, async () => ({ pdf }), { scan, now: () => at })
    server = started
    const maya = started.applicant()
    const call = maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    expect((await call).status).toBe(200)
    await maya.attach('stopintl_copy', 'visa.png', Buffer.from('a picture'))
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
    const id = (await applicationIdOf(on.database.db, maya.account)) ?? ''
    const rows = await on.database.db.selectFrom('document').selectAll().where('application_id', '=', id).execute()
    return { ...started, maya, id, scans: new Map(rows.map((row) => [row.answer_key, scanOf(row)])) }
  }

  test('a document that was scanned says when and by what, in the record and to staff', async () => {
    const { documents, maya, scans } = await attached(async () => ({ signature: undefined, by }))
    expect(scans).toEqual(new Map([['stopintl_copy', { at, by }]]))
    expect(await fileInServiceView(documents, maya.account)).toBe(
      'visa.png (scanned for malware by ClamAV 1.4.3 on November 22, 2026 at 3:42 PM MST)',
    )
  })

  test('without a scanner the record is empty, and staff read so', async () => {
    const { documents, maya, scans } = await attached(undefined)
    expect(scans).toEqual(new Map([['stopintl_copy', null]]))
    expect(await fileInServiceView(documents, maya.account)).toBe('visa.png (not scanned for malware)')
  })

  test('half a record is refused by the database', async () => {
    const { id } = await attached(undefined)
    const half = on.database.db.updateTable('document').set({ scanned_at: at }).where('application_id', '=', id)
    await expect(half.execute()).rejects.toMatchObject({ code: '23514' })
  })

  /** What stands beside the document in the service view. Everything else there is unchanged by the scan. */
  async function fileInServiceView(
    documents: Omit<ServiceLinkDeps, 'settings'>,
    account: string,
  ): Promise<string | undefined> {
    const links = { ...documents, settings: { baseUrl: 'https://apply.example.edu' } }
    const http = await appForTests(on.settings, (app) => serviceLinkRoutes(app, links, createLimits(on.database)))
    await on.database.db
      .insertInto('user')
      .values({ id: account, name: '', email: `${account}@mail.example`, emailVerified: true, updatedAt: at })
      .execute()
    const { url } = await serviceLinkCommand(links, [`${account}@mail.example`, '--by', 'June Hale'])
    const token = new URL(url).searchParams.get('service_token')
    const { body } = await http.call(undefined, 'GET', `/service/tmp-pdf?service_token=${token}`)
    await http.close()
    expect(body.document_answer).toEqual({ stopintl_copy: { file_name: 'visa.png', file_size: 9 } })
    const rows = body.pages.flatMap((page: { rows: readonly object[] }) => page.rows)
    const row = rows.find(({ file }: { file?: object | null }) => file)
    expect(row.text, proves('6.service.6')).toMatch(/^Document attached for "/)
    return row.file.name
  }
})

test('the words for staff name the scanner without the version of its list', () => {
  expect(scanInWords({ at, by: 'clamd' }, 'America/Denver')).toBe(
    'scanned for malware by clamd on November 22, 2026 at 3:42 PM MST',
  )
  expect(scanInWords(null, 'America/Denver')).toBe('not scanned for malware')
})
