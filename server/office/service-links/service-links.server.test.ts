import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Application } from '../../../engine/index.ts'
import { domestic } from '../../../form/testing/index.ts'
import { empty } from '../../../testing/empty.ts'
import { proves } from '../../../testing/proves.ts'
import { sealSnapshot, snapshotOf } from '../../applying/submissions/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, languagesOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import { revokeServiceLinksCommand, type ServiceLinkDeps, serviceLinkCommand, serviceLinkRoutes } from './index.ts'

const pages = z.array(z.object({ slug: z.string(), rows: z.array(z.looseObject({ label: z.string().nullish() })) }))

onOneDatabase('service links', (on) => {
  const start = new Date('2026-11-21T18:00:00Z')
  let now = start
  let links: ServiceLinkDeps
  let http: Awaited<ReturnType<typeof appForTests>>
  const application: Application = {
    ...domestic,
    answer: { ...domestic.answer, first_name: 'Maya', ssn: '501-55-0187' },
  }

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    links = {
      database: on.database,
      keyRing: createKeyRing(on.settings),
      form: formOf(institution),
      institution,
      settings: { baseUrl: 'https://apply.example.edu' },
      now: () => now,
    }
    http = await appForTests(on.settings, (app) => serviceLinkRoutes(app, links, createLimits(on.database)))
  })
  afterAll(() => http.close())
  beforeEach(() => {
    now = start
  })

  /** An account with an application, submitted if a reference is given. */
  async function applicant(email: string, reference?: string, language = 'en'): Promise<string> {
    const { db } = on.database
    await db
      .insertInto('user')
      .values({ id: email, name: '', email, emailVerified: true, image: null, updatedAt: start })
      .execute()
    const { id } = await db
      .insertInto('application')
      .values({ account_id: email, answers: JSON.stringify({ first_name: 'Now', last_name: 'Open', country: 'USA' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (reference === undefined) return id
    const snapshot = speakIn(languagesOf(links.institution).wordsOf(language), () => snapshotOf(links, application))
    await db
      .insertInto('submission')
      .values({
        application_id: id,
        reference,
        submitted_at: start,
        form_version: links.form.version,
        language,
        snapshot: sealSnapshot(snapshot, id, links.keyRing),
      })
      .execute()
    return id
  }
  const view = async (url: string) => {
    const token = new URL(url).searchParams.get('service_token') ?? ''
    return http.call(undefined, 'GET', `/service/tmp-pdf?${new URLSearchParams({ service_token: token })}`)
  }
  const linkTo = (name: string) => serviceLinkCommand(links, [name, '--by', 'June Hale'])
  const record = (subject: string) =>
    on.database.db
      .selectFrom('audit')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()

  test('a submitted application is shown as it was signed, with secret answers masked', async () => {
    const id = await applicant('signed@mail.example', 'KQ4M-7XDR')
    const { url, expires_at } = await linkTo(' kq4m-7xdr ')
    expect(url).toMatch(/^https:\/\/apply\.example\.edu\/about\?service_token=[\w-]{43}$/)
    expect(expires_at).toBe('2026-11-21T18:15:00.000Z')
    const { status, body, headers } = await view(url)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body, proves('7.tmp-pdf.1', '3.state.8')).toMatchObject({
      answer: { first_name: 'Maya', ssn: '***-**-0187' },
      add_another: application.add_another,
      document_answer: empty,
      tabs: application.tabs,
      submission: { reference: 'KQ4M-7XDR', submitted_at: start.toISOString() },
      expires_at,
    })
    expect(body.pages.map(({ slug }: { slug: string }) => slug)).toEqual([
      ...links.institution.pdf_pages,
      'demographics',
    ])
    expect(JSON.stringify(body)).not.toContain('501-55-0187')
    await view(url) // a page refresh
    const link = expect.any(Number)
    expect(await record(id)).toEqual([
      { actor: 'operator', action: 'service link made', detail: { by: 'June Hale', link } },
      { actor: 'service user', action: 'service link used', detail: { link } },
      { actor: 'service user', action: 'service link used', detail: { link } },
    ])
  })

  test('a number stays masked also once the form no longer asks for it', async () => {
    await applicant('retired@mail.example', 'PAST-4444')
    const { url } = await linkTo('PAST-4444')
    const form = { ...links.form, pages: links.form.pages.slice(-1) }
    const later = await appForTests(on.settings, (app) =>
      serviceLinkRoutes(app, { ...links, form }, createLimits(on.database)),
    )
    const token = new URL(url).searchParams.get('service_token') ?? ''
    const { body } = await later.call(undefined, 'GET', `/service/tmp-pdf?service_token=${token}`)
    await later.close()
    expect(body).toMatchObject({ answer: { ssn: '***-**-0187' }, submission: { reference: 'PAST-4444' } })
    expect(JSON.stringify(body)).not.toContain('501-55-0187')
  })

  test('one that was answered in Spanish is shown in English, and as it was read, both without what is withheld', async () => {
    await applicant('leyo@mail.example', 'CASA-4444', 'es')
    const { body } = await view((await linkTo('CASA-4444')).url)
    const shown = z.object({ pages, as_read: z.object({ language: z.literal('es'), pages }) }).parse(body)
    const labels = (of: z.infer<typeof pages>) => of.flatMap(({ rows }) => rows.map(({ label }) => label))
    expect(labels(shown.pages)).toContain('First Name')
    expect(labels(shown.as_read.pages)).toContain('Nombre')
    expect(shown.as_read.pages.map(({ slug }) => slug)).toEqual(shown.pages.map(({ slug }) => slug))
    expect(JSON.stringify(shown.pages)).not.toContain('Certifico')
    expect(JSON.stringify(shown.as_read)).toMatch(/"Certifico [^"]*","ticked":true,"english":"I certify/)
    expect(JSON.stringify(body)).not.toContain('501-55-0187')
  })

  test('a withdrawn application is shown with the time of its withdrawal', async () => {
    const id = await applicant('back@mail.example', 'BACK-7XDR')
    const { url } = await linkTo('BACK-7XDR')
    expect((await view(url)).body.withdrawn_at).toBeNull()
    await on.database.db.insertInto('withdrawal').values({ application_id: id, reason: '', at: start }).execute()
    expect((await view(url)).body.withdrawn_at).toBe(start.toISOString())
  })

  test('an unsubmitted application is shown as it is now', async () => {
    await applicant('open@mail.example')
    const { body } = await view((await linkTo('Open@mail.example')).url)
    expect(body).toMatchObject({ answer: { first_name: 'Now', country_desc: 'United States' }, submission: null })
  })

  test('of tabs only the chosen one is shown', async () => {
    const id = await applicant('tabs@mail.example')
    await on.database.db
      .updateTable('application')
      .set({
        answers: JSON.stringify({
          instate_tuition: 'Y',
          instate_other_proof: 'A lease',
          instate_driver_license_year: '2019',
          instate_driver_license_copy: 'ANSWERED',
        }),
        tabs: JSON.stringify({ 'proof-of-residency': 'other' }),
      })
      .where('id', '=', id)
      .execute()
    const { body } = await view((await linkTo('tabs@mail.example')).url)
    const read = JSON.stringify(body.pages)
    expect(read).toContain('A lease')
    expect(read).toContain('Another document')
    expect(read, proves('4.tabs.8')).not.toMatch(/driver license|2019/i)
  })

  test('an expired, a revoked and an invented link get the same reply', async () => {
    const id = await applicant('ended@mail.example')
    const first = await linkTo('ended@mail.example')
    now = new Date(start.getTime() + 15 * 60_000)
    const expired = await view(first.url)
    now = start
    expect((await view(first.url)).status).toBe(200)
    await linkTo('ended@mail.example')
    expect(await revokeServiceLinksCommand(links, ['ended@mail.example', '--by', 'Ada Moss'])).toEqual({ revoked: 2 })
    const revoked = await view(first.url)
    const unknown = await view('https://apply.example.edu/?service_token=unknown')
    for (const { status, body } of [expired, revoked, unknown]) {
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          code: 'ended_service_link',
          message: 'This link has expired or isn’t valid. Ask for a new one.',
        },
      })
    }
    expect((await record(id)).at(-1)).toEqual({
      actor: 'operator',
      action: 'service links revoked',
      detail: { by: 'Ada Moss' },
    })
  })

  test.each([
    ['nobody@mail.example', 'No application belongs to this e-mail address.'],
    ['ZZZZ-ZZZZ', 'No submitted application has this reference number.'],
  ])('for %j no link is made', async (name, sentence) => {
    await expect(linkTo(name)).rejects.toThrow(sentence)
  })

  test.each([
    [['KQ4M-7XDR'], /^Say who does this, with --by and a name or an address\.$/],
    [['KQ4M-7XDR', '--by', ' '], /^Say who does this/],
    [['--by', 'June Hale'], /^Usage: npm run (service-link|revoke-service-links) -- </],
    [['KQ4M-7XDR', 'more', '--by', 'June Hale'], /^Usage: /],
    [['KQ4M-7XDR', '--by', 'June Hale', '--days', '1'], /^Usage: /],
  ])('with the words %j no link is made or ended', async (words, sentence) => {
    await expect(serviceLinkCommand(links, words)).rejects.toThrow(sentence)
    await expect(revokeServiceLinksCommand(links, words)).rejects.toThrow(sentence)
  })

  test('the stored hash does not work as a token', async () => {
    await applicant('stored@mail.example')
    const { url } = await linkTo('stored@mail.example')
    const token = new URL(url).searchParams.get('service_token') ?? ''
    const rows = await on.database.db.selectFrom('service_link').select('hash').execute()
    expect(rows.map(({ hash }) => hash)).not.toContain(token)
  })
})
