import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Changes } from '../../../api/index.ts'
import { domestic } from '../../../form/testing/index.ts'
import { exportCallRoutes, tellForm } from '../../handing-over/export-calls/index.ts'
import { serveForTests } from '../../handing-over/export-calls/testing/index.ts'
import { attachedTo, submitted } from '../../handing-over/exports/testing/index.ts'
import { type Editions, follow, openEditions, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests, silentLog } from '../../testing/index.ts'
import { checkContent } from './check-draft.ts'
import { checkDraft, type EditionDeps, publishDraft, readForm, saveDraft } from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

const shift: Changes = {
  '/structure/own/own_shift/kind': 'radio',
  '/structure/own/own_shift/in': 'section:program',
  '/structure/own/own_shift/label': 'When do you want to study?',
  '/structure/own/own_shift/options/DAY': 'By day',
  '/structure/own/own_shift/options/NIGHT': 'At night',
}

databasesForTests('the feed of changes tells what the form asks otherwise', (on) => {
  const at = serveForTests(on)
  let [one, other]: Editions[] = []
  let app: Awaited<ReturnType<typeof appForTests>>
  const first = () => one ?? raise()
  const second = () => other ?? raise()
  let publish: (changes: Changes) => Promise<number>

  beforeAll(async () => {
    const file = { ...readInstitution(on.settings), second_person: false }
    const open = () => openEditions({ database: on.database, file, tellForm, log: silentLog })
    one = await open()
    other = await open()
    const deps: EditionDeps = { database: on.database, editions: first(), now: () => new Date() }
    const [editor] = await twoEditors(on.database.db)
    if (!editor) throw new Error('Nobody edits.')
    publish = async (changes) => {
      const { revision } = (await readForm(deps)).draft
      await saveDraft(deps, editor, { revision, changes })
      const { of } = await checkDraft(deps, on.database.db)
      const outcome = await publishDraft(deps, editor, { of, title: 'x', reason: 'x', takes_effect: null })
      if ('refused' in outcome) throw new Error(outcome.message)
      await vi.waitFor(() => expect(second().active().number).toBe(outcome.number), 5_000)
      return outcome.number
    }
    const served = follow(first(), { ...at.deps, editionNumbered: first().numbered })
    app = await appForTests(
      on.settings,
      async (inner) => void (await inner.register((each) => exportCallRoutes(each, served))),
    )
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    await app.close()
  })
  const read = async (path: string) =>
    (await app.call(undefined, 'GET', `/export/v1${path}`, undefined, { authorization: `Bearer ${at.secret}` })).body
  const told = async () =>
    (await read('/changes?form=true&limit=500')).changes.filter(({ kind }: { kind: string }) => kind === 'form')

  test('once, whichever server is first, and before anything that is signed with it', async () => {
    const release = first().active().form.version
    expect(await told()).toEqual([])
    await publish({ '/deadline': 'Apply soon.' })
    expect(await told()).toEqual([])

    const number = await publish(shift)
    const form_version = `${release}+${number}`
    const { id } = await submitted(
      follow(second(), at.deps),
      attachedTo({ ...domestic, answer: { ...domestic.answer, own_shift: 'NIGHT' } }, []),
    )
    const { changes, next } = await read('/changes?form=true')
    expect(changes).toEqual([
      { seq: next - 1, kind: 'form', form_version, edition: number, at: expect.stringMatching(/Z$/) },
      { seq: next, kind: 'submitted', application_id: id, version: 1, at: expect.stringMatching(/Z$/) },
    ])
    expect((await read(`/applications/${id}`)).row).toMatchObject({ form_version, own_shift: 'NIGHT' })
    // Who does not ask for them reads what it always read.
    expect((await read('/changes')).changes).toEqual([changes[1]])
    expect(await read(`/changes?form=true&after=${next}`)).toEqual({ changes: [], next })
    expect((await read('/changes?form=yes')).message).toBe('form must be true or false.')
  })

  test('to each token that reads changes, with a schema of each version', async () => {
    await at.token(['changes'])
    const release = first().active().base
    const [change] = await told()
    expect(change).toMatchObject({ form_version: first().active().form.version })
    const schemaOf = async (version = '') => read(`/form${version && `?version=${encodeURIComponent(version)}`}`)
    expect((await schemaOf(release)).properties).not.toHaveProperty('own_shift')
    expect((await schemaOf(change.form_version)).properties.own_shift).toMatchObject({
      title: 'When do you want to study?',
      oneOf: [{ const: '' }, { const: 'DAY', title: 'By day' }, { const: 'NIGHT', title: 'At night' }],
    })
    await publish({
      '/structure/own/own_shift/label': 'At what time of the day?',
      '/structure/stopped/own_shift': 'yes',
    })
    expect(await told()).toHaveLength(2)
    const [then, today] = [await schemaOf(change.form_version), await schemaOf()]
    expect(today.properties.own_shift).toMatchObject({ deprecated: true })
    expect(then.properties.own_shift).toMatchObject({ title: 'When do you want to study?' })
    expect(then.properties.own_shift).not.toHaveProperty('deprecated')
    expect([then, today].flatMap(({ properties }) => ['ssn', 'gender'].filter((key) => key in properties))).toEqual([])
    // What was signed then can still be read with it.
    const [signed] = (await read('/changes')).changes
    const { row } = await read(`/applications/${signed.application_id}`)
    for (const schema of [then, today]) expect(z.fromJSONSchema(schema).parse(row)).toEqual(row)
    expect(await schemaOf(`${release}+999`)).toMatchObject({ code: 'no_form_version' })
    // A + that nobody encoded.
    expect((await read(`/form?version=${change.form_version}`)).title).toBe(then.title)
  })

  test('and the check tells which saved views lose a filter', async () => {
    const { db } = on.database
    await publish({
      '/structure/own/own_bus/kind': 'tick',
      '/structure/own/own_bus/in': 'section:program',
      '/structure/own/own_bus/label': 'By bus',
      '/structure/own/own_bus/facet': 'yes',
    })
    const person_id = (await db.selectFrom('staff_person').select('id').executeTakeFirstOrThrow()).id
    for (const [name, search] of [
      ['bus', '?own_bus=yes&status=submitted'],
      ['other', '?status=submitted'],
    ] as const)
      await db.insertInto('staff_view').values({ person_id, name, search }).execute()
    const { content, number } = first().active()
    const { own = {}, ...structure } = content.structure ?? {}
    const { facet: _, ...bus } = own.own_bus ?? { kind: 'tick', in: '', label: '' }
    const next = { ...content, structure: { ...structure, own: { ...own, own_bus: bus } } }
    const deps: EditionDeps = { database: on.database, editions: first(), now: () => new Date() }
    const { findings } = await checkContent(deps, db, first().active(), next)
    expect(findings.filter(({ place }) => place === '/structure/item/own_bus')).toEqual([
      {
        ...{ grade: 'told', place: '/structure/item/own_bus' },
        says: 'Staff can filter the list by “By bus” no longer. Saved views with it, which nobody can use any more: 1.',
      },
    ])
    expect(number).toBe(second().active().number)
  })

  test('when a scheduled edition takes effect, and not before', async () => {
    const before = (await told()).length
    const active = first().active()
    const number = active.number + 1
    const majors = [...active.content.majors, ['AERO', 'Aerospace']]
    await sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
      select ${number}::int, form_version, jsonb_set(content, '{majors}', ${JSON.stringify(majors)}::jsonb), 'x', '[]', 'x',
        'desk', clock_timestamp() + interval '3 seconds'
      from edition where number = ${active.number}`.execute(on.database.db)
    await sleep(2_200)
    expect(await told()).toHaveLength(before)
    await vi.waitFor(
      () => expect([first(), second()].map((each) => each.active().number)).toEqual([number, number]),
      5_000,
    )
    expect((await told()).slice(before)).toMatchObject([{ edition: number, form_version: active.form.version }])
  })
})

function raise(): never {
  throw new Error('No server has opened the editions.')
}
