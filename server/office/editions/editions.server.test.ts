import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Changes, placeOf } from '../../../api/index.ts'
import { everyItem, questionsByKey } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { changedForm } from '../../../form/testing/index.ts'
import example from '../../../institution.json' with { type: 'json' }
import {
  type Editions,
  editionShown,
  editionTag,
  openEditions,
  readInstitution,
} from '../../running/institution/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import { editionSchema } from './edition-schema.ts'
import {
  callOff,
  checkDraft,
  compareEditions,
  confirmEdition,
  type EditionDeps,
  editionCommand,
  publishDraft,
  readForm,
  rollBack,
  saveDraft,
} from './index.ts'
import { releaseChanges } from './release-changes.ts'
import { brokenContents } from './testing/broken-contents.ts'
import { twoEditors } from './testing/two-editors.ts'

const versions = example.public.test_versions.TOEFL.map(([code = '']) => code)

/** A statement beside which people sign. */
function signedStatement({ active }: Editions): string {
  const found = everyItem(active().form).find((item) => item.kind === 'tickGroup' && item.signature)
  const [key = ''] = found && 'keys' in found ? found.keys : []
  return questionsByKey(active().form).get(key)?.label ?? ''
}

databasesForTests('editions of the form', (on) => {
  const file = () => readInstitution(on.settings)
  const log: string[] = []
  const logger = { info: () => {}, warn: (_: unknown, text = '') => void log.push(text) }
  const open = (institution = file(), interval?: number) =>
    openEditions({ database: on.database, file: institution, log: logger, ...(interval ? { interval } : {}) })
  let one: Editions
  let other: Editions
  let deps: EditionDeps
  let ann: Editor
  let ben: Editor
  const isSame = async (first: number, second: number) => first === second

  beforeAll(async () => {
    ;[ann, ben] = await twoEditors(on.database.db)
    one = await open()
    other = await open()
    deps = { database: on.database, editions: one, now: () => new Date() }
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })
  beforeEach(() => {
    log.length = 0
  })

  const saved = async (changes: Changes, editor = ann, revision?: number) => {
    const seen = revision ?? (await readForm(deps)).draft.revision
    const draft = await saveDraft(deps, editor, { revision: seen, changes })
    if ('refused' in draft) throw new Error(draft.message)
    return draft
  }
  const published = async (changes: Changes, given: { reason?: string; takes_effect?: string | null } = {}) => {
    await saved(changes)
    const { of } = await checkDraft(deps, on.database.db)
    return publishDraft(deps, ann, { of, title: 'A change', reason: '', takes_effect: null, ...given })
  }
  const numberOf = (outcome: Awaited<ReturnType<typeof publishDraft>>) => {
    if ('refused' in outcome) throw new Error(outcome.message)
    return outcome.number
  }

  test('institution.json is the first edition, made once by however many servers', async () => {
    expect([one.active().number, other.active().number]).toEqual([1, 1])
    expect(one.active().institution).toEqual(file())
    const { editions, editables } = await readForm(deps)
    expect(editions).toMatchObject([{ number: 1, state: 'active', published_by: null, title: 'institution.json' }])
    expect(editables.find(({ place }) => place === '/majors/GEOL')).toMatchObject({
      group: 'Majors',
      published: 'Geology',
    })
  })

  test('until somebody publishes at the desk, a changed file is an edition of its own', async () => {
    const again = await open({ ...file(), phone: '(406) 555-0199' })
    expect(again.active()).toMatchObject({ number: 2, institution: { phone: '(406) 555-0199' } })
    await again.close()
    const back = await open()
    expect(back.active()).toMatchObject({ number: 3, institution: { phone: file().phone } })
    expect(back.warnings()).toEqual([])
    await back.close()
    await one.refresh()
    await other.refresh()
  })

  test('two people edit one draft; of one and the same text each is shown the other’s', async () => {
    const { revision } = await saved({ '/phone': '(406) 555-0100' })
    await saved({ '/fax': '(406) 555-0111' }, ben, revision - 1)
    const late = await saved({ '/phone': '(406) 555-0122', '/office': 'Admissions' }, ben, revision - 1)
    expect(late.conflicts).toEqual([{ place: '/phone', theirs: '(406) 555-0100', mine: '(406) 555-0122', by: 'Ann' }])
    expect(late.changes.map(({ place, value, by }) => [place, value, by]).toSorted()).toEqual([
      ['/fax', '(406) 555-0111', 'Ben'],
      ['/office', 'Admissions', 'Ben'],
      ['/phone', '(406) 555-0100', 'Ann'],
    ])
    // What is as published is no change.
    const { changes } = await saved({ '/phone': file().phone, '/fax': file().fax ?? null, '/office': file().office })
    expect(changes).toEqual([])
  })

  test('what is published is in effect on every server within five seconds, without a restart', async () => {
    const help = 'Round to two decimals.'
    const label = [...questionsByKey(one.active().form).values()].find(({ kind }) => kind === 'text')?.label ?? ''
    const number = numberOf(
      await published({
        '/majors/DATA': 'Data Science',
        '/deadline': help,
        [placeOf('sentences', label)]: 'Reworded',
      }),
    )
    expect(one.active()).toMatchObject({ number, institution: { deadline: help } })
    const end = Date.now() + 5_000
    while (other.active().number !== number && Date.now() < end) await sleep(50)
    const { form, institution } = other.active()
    expect(institution.majors).toContainEqual(['DATA', 'Data Science'])
    expect([...questionsByKey(form).values()].map((question) => question.label)).toContain('Reworded')
    const { editions, draft } = await readForm(deps)
    expect(draft.changes).toEqual([])
    expect(editions[0]).toMatchObject({ number, state: 'active', published_by: 'Ann' })
    expect(editions[0]?.differences.map(({ name, is }) => `${name}: ${is}`)).toContain('Majors: DATA: Data Science')
  })

  test('a server that has not heard of the edition of a page looks before it serves it', async () => {
    const late = await open(file(), 600_000)
    const number = numberOf(await published({ '/deadline': 'Apply soon.' }))
    const seen = (tag?: string) => new Promise<number>((done) => late.pin(() => done(late.active().number), tag))
    expect(await seen()).toBeLessThan(number)
    expect(await seen('1-0123456789ab')).toBeLessThan(number)
    expect(await seen('nonsense')).toBeLessThan(number)
    expect(await seen(editionTag(one.active()))).toBe(number)
    expect(await seen('999999-0123456789ab')).toBe(number)
    await late.close()
  })

  test('from then on the desk leads, and a start says which entries of the file are not read', async () => {
    const started = await open({ ...file(), phone: '(406) 555-0199' })
    expect(started.active().institution.phone).toBe(file().phone)
    expect(started.warnings()[0]).toMatch(
      /these entries of institution.json are not read: phone, deadline, majors, sentences/,
    )
    await started.close()
  })

  test('only what was checked is published', async () => {
    await saved({ '/office': 'Admissions' })
    const { of } = await checkDraft(deps, on.database.db)
    await saved({ '/fax': '(406) 555-0111' }, ben)
    const given = { of, title: 'Late', reason: '', takes_effect: null }
    expect(await publishDraft(deps, ann, given)).toMatchObject({ refused: 'draft_unchecked' })
    await saved({ '/office': file().office, '/fax': file().fax ?? null })
    const unchanged = await checkDraft(deps, on.database.db)
    expect(await publishDraft(deps, ann, { ...given, of: unchanged.of })).toMatchObject({
      refused: 'nothing_to_publish',
    })
  })

  describe('what the check stops', () => {
    test.each<[string, Changes, RegExp]>([
      ['an empty name', { '/partner_name': '' }, /Name of the university/],
      ['a name that is taken away', { '/partner_name': null }, /Name of the university/],
      ['an address that is none', { '/help_email': 'office at bridger' }, /Email for questions/],
      ['a link that would run something', { '/links/aid': 'javascript:alert(1)' }, /Financial aid/],
      ['a day that there is not', { '/term_dates/202730/closes': '2027-02-30' }, /Term 202730 closes/],
      [
        'a term that closes before it opens',
        { '/term_dates/202730/closes': '2027-01-01', '/term_dates/202730/opens': '2027-02-01' },
        /closes before it opens/,
      ],
      ['dates of a term that is not offered', { '/term_dates/209930/closes': '2027-01-01' }, /209930/],
      ['an option without a name', { '/majors/GEOL': '' }, /Majors/],
      [
        'a list without an option',
        Object.fromEntries(versions.map((code) => [placeOf('test_versions', 'TOEFL', code), null] as const)),
        /TOEFL/,
      ],
      [
        'a sentence that the form does not say',
        { [placeOf('sentences', 'Nobody says this')]: 'x' },
        /which the form does not say/,
      ],
      [
        'a value that there is not',
        { [placeOf('sentences', 'First Name')]: 'Your {first_nam}' },
        /first_nam|does not say/,
      ],
      [
        'an announcement that ends before it starts',
        { '/alert': { text: 'x', start: '2027-01-02T08:00:00Z', end: '2027-01-01T08:00:00Z' } },
        /Announcement/,
      ],
      ['half an hour of grace', { '/grace_hours': 0.5 }, /Hours of grace/],
    ])('%s', async (_, changes, says) => {
      await saved(changes)
      const { of, findings, content } = await checkDraft(deps, on.database.db)
      expect(content).toBeUndefined()
      expect(findings.map(({ grade }) => grade)).toContain('stopped')
      expect(findings.map((each) => each.says).join('\n')).toMatch(says)
      const refused = await publishDraft(deps, ann, { of, title: 'x', reason: '', takes_effect: null })
      expect(refused).toHaveProperty('refused')
      const { draft } = await readForm(deps)
      await saved(Object.fromEntries(draft.changes.map(({ place }) => [place, publishedValue(place)] as const)))
      expect((await readForm(deps)).draft.changes).toEqual([])
    })
  })
  let places: ReadonlyMap<string, Changes[string]> = new Map()
  const publishedValue = (place: string) => places.get(place) ?? null
  beforeEach(async () => {
    places = new Map((await readForm(deps)).editables.map(({ place, published: value }) => [place, value]))
  })

  test('a statement that is signed waits for another person, who may not be the same', async () => {
    const statement = signedStatement(one)
    const before = one.active().number
    expect(await published({ [placeOf('sentences', statement)]: `${statement} Truly.` })).toMatchObject({
      refused: 'form_reason_needed',
    })
    const number = numberOf(await published({}, { reason: 'Counsel asked for it.' }))
    expect(one.active().number).toBe(before)
    expect((await readForm(deps)).editions[0]).toMatchObject({ number, state: 'waits_for_person' })
    expect(await published({ '/phone': '(406) 555-0100' })).toMatchObject({ refused: 'edition_waits' })
    expect(await confirmEdition(deps, ann, number, isSame)).toMatchObject({ refused: 'own_edition' })
    expect(await confirmEdition(deps, ben, number, isSame)).toMatchObject({
      message: `Edition ${number} is confirmed.`,
    })
    expect(one.active().number).toBe(number)
    expect(await confirmEdition(deps, ben, number, isSame)).toMatchObject({ refused: 'edition_in_effect' })
  })

  test('an office of one publishes what is signed without another person, but not without a reason', async () => {
    const institution = () => ({ ...one.active().institution, second_person: false })
    const alone = { ...deps, editions: { ...one, active: () => ({ ...one.active(), institution: institution() }) } }
    await saved({ [placeOf('sentences', signedStatement(one).replace(/ Truly\.$/, ''))]: null })
    const { of } = await checkDraft(alone, on.database.db)
    const given = { of, title: 'Back', reason: '', takes_effect: null }
    expect(await publishDraft(alone, ann, given)).toMatchObject({ refused: 'form_reason_needed' })
    const number = numberOf(await publishDraft(alone, ann, { ...given, reason: 'It was better.' }))
    expect(one.active().number).toBe(number)
  })

  test('an edition that waits for its time can be called off; its changes are in the draft again', async () => {
    const before = one.active().number
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 16)
    const number = numberOf(await published({ '/fax': '(406) 555-0166' }, { takes_effect: tomorrow }))
    await one.refresh()
    expect(one.active().number).toBe(before)
    expect(await callOff(deps, ben, number)).toHaveProperty('message')
    const { draft, editions } = await readForm(deps)
    expect(editions[0]).toMatchObject({ number, state: 'called_off' })
    expect(draft.changes.map(({ place, value }) => [place, value])).toContainEqual(['/fax', '(406) 555-0166'])
    expect(await callOff(deps, ben, before)).toMatchObject({ refused: 'edition_in_effect' })
  })

  test('an edition takes effect at its moment, by the clock of the database', async () => {
    const { of } = await checkDraft(deps, on.database.db)
    const number = numberOf(await publishDraft(deps, ann, { of, title: 'Soon', reason: '', takes_effect: null }))
    // As if it had been published for a moment three seconds from now.
    await sql`alter table edition disable trigger keep_edition`.execute(on.database.db)
    await sql`update edition set takes_effect_at = clock_timestamp() + interval '3 seconds' where number = ${number}`.execute(
      on.database.db,
    )
    await sql`alter table edition enable trigger keep_edition`.execute(on.database.db)
    const server = await open()
    expect(server.active().number).toBeLessThan(number)
    await sleep(2_000)
    expect(server.active().number).toBeLessThan(number)
    await sleep(2_000)
    expect(server.active().number).toBe(number)
    await server.close()
    await one.refresh()
  })

  test('going back is a new edition of everything, and the draft stays', async () => {
    await saved({ '/office': 'Admissions' })
    const number = numberOf(await rollBack(deps, ann, { to: 3, reason: 'It was better.' }))
    await confirmEdition(deps, ben, number, isSame)
    expect(one.active()).toMatchObject({ number, institution: file() })
    const { editions, draft } = await readForm(deps)
    expect(editions[0]).toMatchObject({ same_as: 3, state: 'active' })
    expect(draft.changes).toMatchObject([{ place: '/office', value: 'Admissions' }])
    // Any two are compared, and each with the draft.
    expect(await compareEditions(deps, { from: 3, to: number })).toEqual({ differences: [] })
    const office = { place: '/office', name: 'Name of the office', was: file().office, is: 'Admissions' }
    expect(await compareEditions(deps, { from: 3, to: null })).toEqual({ differences: [office] })
    expect(await compareEditions(deps, { from: 999, to: 3 })).toMatchObject({ refused: 'no_such_edition' })
    expect(await rollBack(deps, ann, { to: 3, reason: '' })).toMatchObject({ refused: 'nothing_to_publish' })
    expect(await rollBack(deps, ann, { to: 999, reason: '' })).toMatchObject({ refused: 'no_such_edition' })
  })

  test('who goes back stops what was asked since, and keeps it; a published question cannot be deleted', async () => {
    const before = one.active().number
    const hobby = { kind: 'text', in: 'section:name', label: 'Hobby' }
    const places = Object.keys(hobby).map((name) => placeOf('structure', 'own', 'own_hobby', name))
    const asked = Object.fromEntries(Object.values(hobby).map((value, index) => [places[index] ?? '', value]))
    numberOf(await published(asked))
    expect(one.active().form.keys).toContain('own_hobby')
    const version = one.active().form.version
    expect(one.active().register.versions.at(-1)).toBe(version)
    expect(await published(Object.fromEntries(places.map((place) => [place, null])))).toMatchObject({
      refused: 'form_stopped',
    })
    await saved(asked)
    const back = await rollBack(deps, ann, { to: before, reason: 'It was better.' })
    const number = numberOf(back)
    // It takes something away, so another person confirms it.
    await confirmEdition(deps, ben, number, isSame)
    expect(one.active()).toMatchObject({ number })
    expect(one.active().form.keys).not.toContain('own_hobby')
    expect(one.active().form.retired).toContainEqual({ key: 'own_hobby', care: 'none', kind: 'text' })
    expect(one.active().register.keys.find(({ key }) => key === 'own_hobby')).toMatchObject({
      first: version,
      last: version,
    })
  })

  test('an edition that cannot be read is never in effect, at a start neither', async () => {
    const before = one.active().number
    await sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
      values (9000, '2099.1', '{"partner_name": 7}', 'x', '[]', 'From a later release', 'desk', clock_timestamp())`.execute(
      on.database.db,
    )
    await one.refresh()
    expect(one.active().number).toBe(before)
    // Each process says it.
    expect([...new Set(log)]).toEqual([
      'Edition 9000 of the form cannot be read by this release: the one before it serves.',
    ])
    const started = await open()
    expect(started.active().number).toBe(before)
    await started.close()
  })

  test('a server that has not read the edition that waits can publish after it, or call it off', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
    const waiting = numberOf(await published({ '/fax': '(406) 555-0177' }, { takes_effect: day(2) }))
    const fresh = await open()
    const there = { ...deps, editions: fresh }
    await saved({ '/phone': '(406) 555-0188' })
    const { of } = await checkDraft(deps, on.database.db)
    const given = { of, title: 'Later', reason: '', takes_effect: day(3) }
    const later = numberOf(await publishDraft(there, ben, given))
    expect(later).toBe(waiting + 1)
    expect(await callOff(there, ben, later)).toHaveProperty('message')
    expect(await callOff(there, ben, waiting)).toHaveProperty('message')
    await fresh.close()
  })

  describe('files of those who keep the form under version control', () => {
    const run = (...words: readonly string[]) => editionCommand(deps, words, on.settings.dataDir)
    const written = async (content: unknown) => {
      await writeFile(join(on.settings.dataDir, 'edition.json'), JSON.stringify(content))
      return 'edition.json'
    }
    const open = example.public
    const own = { translations: example.private.translations }
    beforeAll(async () => {
      const { draft } = await readForm(deps)
      await saved(Object.fromEntries(draft.changes.map(({ place }) => [place, publishedValue(place)] as const)))
    })

    test('what is exported is what is published, and is taken again', async () => {
      const exported = JSON.parse((await run('export')).join('\n'))
      expect(await run('diff', await written(exported))).toEqual(['It reads the same as what is published.'])
      const file = await written({ ...exported, public: { ...exported.public, fax: '(406) 555-0133' } })
      expect(await run('check', file)).toEqual(['The check found nothing.'])
      expect(await run('diff', file)).toEqual(['Fax', expect.stringMatching(/^- /), '+ (406) 555-0133'])
      await expect(run('publish', file, '--title', 'Fax')).rejects.toThrow('--by')
      expect(await run('publish', file, '--title', 'Fax', '--by', 'Dana')).toEqual([
        expect.stringMatching(/^Edition \d+ is in effect\.$/),
      ])
      expect(one.active().institution.fax).toBe('(406) 555-0133')
      expect((await readForm(deps)).editions[0]).toMatchObject({ title: 'Fax (Dana)', published_by: 'The operator' })
    })

    test('what such a file may be is printed for editors that read JSON Schema', async () => {
      expect(JSON.parse((await run('schema')).join('\n'))).toEqual(editionSchema())
      const file = await written({ $schema: './edition.schema.json', public: open, private: own })
      expect((await run('check', file)).join('\n')).not.toMatch(/^Stops:/m)
    })

    test('there are many', () => expect(brokenContents.length).toBeGreaterThanOrEqual(60))
    test.each(brokenContents)('%s is refused with a sentence that names it', async (_, content, says) => {
      const file = await written({ public: content, private: own })
      const before = one.active().number
      expect((await run('check', file)).join('\n')).toMatch(new RegExp(`^Stops:[^]*${says.source}`, 'im'))
      await expect(run('publish', file, '--title', 'x', '--by', 'Dana')).rejects.toThrow(/Stops:/)
      expect(one.active().number).toBe(before)
    })
    test.each([
      ['no JSON', '{', /cannot be read as JSON/],
      ['another entry', '{"public": {"motto": "x"}}', /has motto, which institution.json does not/],
      ['another part', '{"secret": {}}', /has secret, which/],
    ])('%s', async (_, text, says) => {
      await writeFile(join(on.settings.dataDir, 'edition.json'), text)
      await expect(run('check', 'edition.json')).rejects.toThrow(says)
    })
    test.each([[[]], [['publish']], [['export', 'x']], [['check']], [['take', 'x.json']]])(
      '%j is no command',
      async (words) => {
        await expect(run(...words)).rejects.toThrow(/Usage|cannot be read/)
      },
    )
  })

  test('a sentence that a release says otherwise takes no edition back, and is named', async () => {
    const content = {
      ...one.active().content,
      sentences: { 'What an earlier release said': 'x' },
      office: 'Admissions',
    }
    await sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
      values (8000, '2026.1', ${JSON.stringify(content)}::jsonb, 'y', '[]', 'Before the upgrade', 'desk', clock_timestamp())`.execute(
      on.database.db,
    )
    const started = await open()
    expect(started.active()).toMatchObject({ number: 8000, institution: { office: 'Admissions' } })
    expect(started.warnings().join()).toContain(
      'Edition 8000 of the form: public.sentences replaces “What an earlier release said”, which the form does not say.',
    )
    expect(started.active().base).toBe('2026.1')
    expect(releaseChanges(started.active())).toEqual([
      'This edition was made over version 2026.1 of the form, which is not known here.',
      'public.sentences replaces “What an earlier release said”, which the form does not say.',
    ])
    const { editions, release, over } = await readForm({ ...deps, editions: started })
    const below = await started.numbered(over)
    expect(editions.find(({ number }) => number === 8000)).toMatchObject({ form_version: '2026.1' })
    expect(release).toEqual({
      over: below?.base,
      now: admissions.version,
      changes: below && releaseChanges(below),
    })
    await started.close()
    await one.refresh()
  })

  test('a page of a release with another form does not show what this one would sign', async () => {
    const shown = one.active()
    expect(await editionShown(one, editionTag(shown))).toBe(shown)
    const { form } = changedForm(admissions, { version: admissions.version, reword: { first_name: 'Given name' } })
    expect(editionTag(shown, form)).not.toBe(editionTag(shown))
    expect(await editionShown(one, editionTag(shown, form))).toBeUndefined()
  })

  test('no edition is ever altered', async () => {
    const alter = (set: string) => sql.raw(`update edition set ${set} where number = 1`).execute(on.database.db)
    await expect(alter("title = 'x'")).rejects.toThrow('stand as they were published')
    await expect(alter("content = '{}'")).rejects.toThrow('stand as they were published')
    await expect(sql`delete from edition`.execute(on.database.db)).rejects.toThrow('stand as they were published')
  })
})
