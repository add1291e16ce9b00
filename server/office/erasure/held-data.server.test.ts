import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffRoles } from '../../../api/index.ts'
import { outlineOf, withDescriptions } from '../../../engine/index.ts'
import { changedForm } from '../../../form/testing/index.ts'
import { applicationOf, editApplication } from '../../applying/applications/index.ts'
import { sealSnapshot } from '../../applying/submissions/index.ts'
import { createLanguages, speakIn } from '../../platform/languages/index.ts'
import { formOf } from '../../running/institution/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { heldData, heldDataForLetter } from './held-data.ts'
import type { ErasureDeps } from './index.ts'
import { erasuresOn } from './testing/index.ts'
import { whoReads } from './who-reads.ts'

onOneDatabase('what is held of an applicant', (on) => {
  let erasures: ErasureDeps
  beforeAll(async () => {
    erasures = await erasuresOn(on)
  })
  afterAll(() => erasures.jobs.stop())

  test('has what only an earlier form asked, masked as it was', async () => {
    const [accountId, username] = [randomUUID(), `${randomUUID()}@mail.example`]
    const { db } = on.database
    const user = { id: accountId, name: '', email: username, emailVerified: true, image: null, updatedAt: new Date() }
    await db.insertInto('user').values(user).execute()
    const given = { chosen_name: 'Countess', ssn: '501-55-0187' }
    await editApplication(erasures, accountId, async ({ write }) => void write(given))
    const { form } = changedForm(erasures.form, { drop: Object.keys(given) })
    const held = await heldData({ ...erasures, form }, { accountId, owner: accountId, username })
    const answers = Object.fromEntries(held.application.answers.map(({ key, answer }) => [key, answer]))
    expect(answers).toEqual({ chosen_name: 'Countess', ssn: '***-**-0187' })
  })

  test.each(['a draft', 'a signed application'])('%s names options that no list has any more', async (kind) => {
    const [accountId, username] = [randomUUID(), `${randomUUID()}@mail.example`]
    const { db } = on.database
    const user = { id: accountId, name: '', email: username, emailVerified: true, image: null, updatedAt: new Date() }
    await db.insertInto('user').values(user).execute()
    const abroad = { country: 'NOR', address_line_2: 'Inngang B' }
    const chosen = {
      first_name: 'Save',
      entry_term: '202730',
      degree_nondegree: 'DS',
      applied_major: 'GEOL',
      ...abroad,
    }
    await editApplication(erasures, accountId, async ({ write }) => void write(chosen))
    const { id, application } = await applicationOf(erasures, db, accountId)
    if (kind === 'a signed application') {
      const { form, keyRing } = erasures
      const answer = withDescriptions(form, application)
      const snapshot = { form_version: form.version, application: { ...application, answer } }
      const sealed = sealSnapshot({ ...snapshot, outline: outlineOf(form, application) }, id, keyRing)
      const reference = randomUUID().slice(0, 9).toUpperCase()
      await db
        .insertInto('submission')
        .values({ application_id: id, reference, form_version: form.version, snapshot: sealed })
        .execute()
      await db.updateTable('application_index').set({ term_label: '', major_label: '' }).execute()
    }
    const { institution } = erasures
    const without = <Row extends readonly [string, string]>(list: readonly Row[], gone: string) =>
      list.filter(([value]) => value !== gone)
    const later = {
      ...institution,
      entry_terms: without(institution.entry_terms, '202730'),
      majors: without(institution.majors, 'GEOL'),
    }
    const held = await heldData(
      { ...erasures, institution: later, form: formOf(later) },
      {
        accountId,
        owner: accountId,
        username,
      },
    )
    const labels = Object.fromEntries(held.application.answers.map(({ key, answer }) => [key, answer]))
    expect(labels).toMatchObject({ entry_term: 'Spring 2027', applied_major: 'Geology' })
    // As the applicant was asked it.
    const lines = held.application.answers.find(({ key }) => key === 'address_line_2')
    expect(lines).toMatchObject({ question: 'Address line 2', answer: 'Inngang B' })

    const { wordsOf } = createLanguages(['en', 'es'], institution.translations)
    const inSpanish = await speakIn(wordsOf('es'), () =>
      heldData({ ...erasures, institution: later }, { accountId, owner: accountId, username }),
    )
    const answers = Object.fromEntries(inSpanish.application.answers.map(({ key, ...each }) => [key, each]))
    expect(answers).toMatchObject({
      entry_term: { question: expect.stringMatching(/^¿/), answer: 'Primavera de 2027' },
      applied_major: { answer: 'Geología' },
      country: { answer: 'Noruega' },
      address_line_2: { question: expect.stringMatching(/Dirección/), answer: 'Inngang B' },
    })
    // What they wrote may be a sentence of ours.
    expect(answers.first_name).toEqual({ question: 'Nombre', answer: 'Save' })
  })

  describe('of somebody whose application others have read', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
    async function read() {
      const [accountId, username] = [randomUUID(), `${randomUUID()}@mail.example`]
      const { db } = on.database
      const user = { id: accountId, name: '', email: username, emailVerified: true, image: null, updatedAt: new Date() }
      await db.insertInto('user').values(user).execute()
      await editApplication(
        erasures,
        accountId,
        async ({ write }) => void write({ first_name: 'Ada', ssn: '501-55-0187' }),
      )
      const { id } = await applicationOf(erasures, db, accountId)
      const person = { issuer: 'operator', subject: randomUUID(), name: 'June Hale', role: 'processor' }
      const staff = await db.insertInto('staff_person').values(person).returning('id').executeTakeFirstOrThrow()
      const row = (hour: number, actor: string, action: string, detail: object = {}) => ({
        ...{ at: at(hour), actor, action, subject: id, detail: JSON.stringify(detail) },
      })
      const rows = [
        // As a release before this one recorded it, without a role.
        row(8, 'staff:June Hale', 'application read', { person: staff.id }),
        row(9, 'staff:June Hale', 'number revealed', { person: staff.id, role: 'data_steward', reason: 'Aid office' }),
        row(10, 'service user', 'service link used', { link: 7 }),
        row(11, 'api:registrar', 'application exported', { token: 't', version: 1 }),
        row(12, 'staff:June Hale', 'handling changed', { person: staff.id }),
        row(13, 'operator', 'service link made', { by: 'June Hale', link: 8 }),
      ]
      await db.insertInto('audit').values(rows).execute()
      await db.insertInto('hold').values({ application_id: id, reason: 'A dispute.', made_by: staff.id }).execute()
      await db
        .insertInto('application_note')
        .values({ application_id: id, person_id: staff.id, text: 'She called.' })
        .execute()
      return { id, person: { accountId, owner: accountId, username } }
    }
    const named = (more: object) => ({ ...erasures, institution: { ...erasures.institution, ...more } })

    test('it says who did, by role and without names, who was given it, and why it is kept', async () => {
      const { person } = await read()
      const deps = named({ recipients: { registrar: 'The registrar’s system' } })
      const { application } = await heldData(deps, person)
      expect(application.readers).toEqual([
        { at: at(8).toISOString(), who: 'Staff: processor', what: 'Opened your application at the staff desk' },
        { at: at(9).toISOString(), who: 'Staff: data steward', what: 'Saw your Social Security number in full' },
        { at: at(11).toISOString(), who: 'The registrar’s system', what: 'Received your application' },
        { at: at(13).toISOString(), who: 'Staff: operator', what: 'Made a link for reading your answers' },
      ])
      expect(application.recipients).toEqual([{ name: 'The registrar’s system', at: at(11).toISOString() }])
      expect(application.hold).toEqual({ since: expect.any(String), reason: 'A dispute.' })
      expect(JSON.stringify(application)).not.toMatch(/June Hale|Aid office|She called/)
    })

    test('every way of reading is told in words of its own, and nothing else that staff do', async () => {
      const { id, person } = await read()
      await on.database.db.deleteFrom('hold').where('application_id', '=', id).execute()
      const told = {
        'application read': 'Opened your application at the staff desk',
        'service view opened': 'Read your answers',
        'service link made': 'Made a link for reading your answers',
        'packet made': 'Took your application with its documents',
        'number revealed': 'Saw your Social Security number in full',
        'held data made': 'Made a file of everything we hold about you',
        'application exported': 'Received your application',
        'document exported': 'Received a document',
        'packet exported': 'Received your application with its documents',
        'number exported': 'Received your Social Security number in full',
      }
      const row = (action: string) => ({ at: at(14), actor: 'operator', action, subject: id, detail: '{}' })
      const rows = [...Object.keys(told), 'handling changed', 'hold lifted'].map(row)
      await on.database.db.insertInto('audit').values(rows).execute()
      const { application } = await heldData(erasures, person)
      const now = application.readers.filter((reader) => reader.at === at(14).toISOString())
      expect(now.map(({ what }) => what)).toEqual(Object.values(told))
      expect(application.hold).toBe(null)
    })

    test('“Who can read this?” shows the last fifty readings, the newest first, and counts the others', async () => {
      const { id, person } = await read()
      const reading = (minute: number) => ({
        ...{ at: new Date(at(15).getTime() + minute * 60_000), actor: 'operator', action: 'packet made', subject: id },
        detail: '{}',
      })
      const show = async () => {
        const { readers, earlier } = await whoReads(erasures, person)
        return [readers.length, earlier, readers[0]?.at]
      }
      const before = (await whoReads(erasures, person)).readers.length
      await on.database.db
        .insertInto('audit')
        .values(Array.from({ length: 50 - before }, (_, minute) => reading(minute)))
        .execute()
      expect(await show()).toEqual([50, 0, reading(49 - before).at.toISOString()])
      await on.database.db.insertInto('audit').values(reading(59)).execute()
      expect(await show()).toEqual([50, 1, reading(59).at.toISOString()])
    })

    test('notes of staff are in it only where the institution releases them', async () => {
      const { person } = await read()
      expect((await heldData(erasures, person)).application.notes).toBe(null)
      const { notes } = (await heldData(named({ release_notes: true }), person)).application
      expect(notes).toEqual([{ at: expect.any(String), text: 'She called.' }])
    })

    test('staff make the same file for a letter', async () => {
      const { id, person } = await read()
      const letter = await heldDataForLetter(erasures, id, staffRoles.data_steward)
      expect(letter).toEqual(await heldData(erasures, person))
      expect(JSON.stringify(letter)).not.toContain('501-55')
      expect(await heldDataForLetter(erasures, randomUUID(), staffRoles.data_steward)).toBe(undefined)
    })

    test('“Who can read this?” says it by grade, for a draft and after it', async () => {
      const { person, id } = await read()
      const folder = await mkdtemp(join(tmpdir(), 'causeway-who-reads-'))
      const deliveriesFile = join(folder, 'deliveries.json')
      const targets = { slate: { profile: 'slate' }, sis: { profile: 'plain', include: ['conduct'] } }
      await writeFile(deliveriesFile, JSON.stringify(targets))
      const deps = { ...erasures, webhooks: { ...erasures.webhooks, settings: { deliveriesFile } } }
      const partsOf = async () => {
        const { parts } = await whoReads(deps, person)
        return Object.fromEntries(parts.map(({ title, staff, systems }) => [title, { staff, systems }]))
      }
      const draft = await partsOf()
      expect((await whoReads(deps, person)).is_submitted).toBe(false)
      expect(draft.Documents).toEqual({ staff: [], systems: [] })
      expect(Object.values(draft).flatMap(({ systems }) => systems)).toEqual([])
      expect(draft['All other answers']?.staff).toEqual(['processors', 'data stewards'])
      const { form, keyRing } = erasures
      const application = { answer: { first_name: 'Ada' }, add_another: {}, document_answer: {}, tabs: {} }
      const snapshot = { form_version: form.version, application, outline: outlineOf(form, application) }
      const signed = { reference: randomUUID().slice(0, 9).toUpperCase(), form_version: form.version }
      const row = { application_id: id, ...signed, snapshot: sealSnapshot(snapshot, id, keyRing) }
      await on.database.db.insertInto('submission').values(row).execute()
      const after = await partsOf()
      expect(after['All other answers']).toEqual({
        staff: ['viewers', 'processors', 'data stewards'],
        systems: ['slate', 'sis'],
      })
      expect(after.Conduct).toEqual({ staff: ['processors', 'data stewards'], systems: ['sis'] })
      expect(after['Gender, ethnicity and race']).toEqual({ staff: ['data stewards'], systems: [] })
      expect(after.Documents).toEqual({ staff: ['processors', 'data stewards'], systems: [] })
      const { wordsOf } = createLanguages(['en', 'es'])
      const inSpanish = await speakIn(wordsOf('es'), () => whoReads(deps, person))
      expect(inSpanish.parts[1]).toMatchObject({ sections: ['Conducta y certificación'] })
      const { parts, told, is_submitted } = await whoReads(deps, person)
      expect({ told, is_submitted }).toEqual({ told: [], is_submitted: true })
      // The most careful grades first, each with the sections that ask for it.
      expect(parts.map(({ title }) => title)).toEqual([
        'Social Security number',
        'Conduct',
        'Gender, ethnicity and race',
        'What is explained about a visa',
        'All other answers',
        'Documents',
      ])
      expect(parts.map(({ note }) => note)).toEqual([
        'Staff see its last four digits. Once you have submitted, processors and data stewards can see all of it one time, if they write down why.',
        ...['', '', '', '', ''],
      ])
      expect(parts[1]?.sections).toEqual(['Conduct and certification'])
      expect((await whoReads(deps, person)).readers[0]).toMatchObject({ who: 'Staff: operator' })
      await rm(folder, { recursive: true })
    })
  })
})
