import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { changedForm, veteran, visitor } from '../../../form/testing/index.ts'
import { readPdf, tight } from '../../documents/application-pdf/testing/index.ts'
import { formOf } from '../../running/institution/index.ts'
import { appForTests, type DatabaseForTests, onOneDatabase } from '../../testing/index.ts'
import { attachedTo, submitted } from '../exports/testing/index.ts'
import { exportCallRoutes } from './export-call-routes.ts'
import { everyRight, serveForTests } from './testing/index.ts'

/** An edition as it is stored. */
const edition = (on: DatabaseForTests, number: number, content: object, calledOff: Date | null = null) =>
  sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at, called_off_at)
    values (${number}, '2026.9', ${JSON.stringify(content)}::jsonb, 'x', '[]', 'x', 'desk', clock_timestamp(), ${calledOff})`.execute(
    on.database.db,
  )

onOneDatabase('the export calls of a later form', (on) => {
  const at = serveForTests(on)
  const drop = ['chosen_name', 'residences', 'race_white', 'crime_no', 'mailing_addr_same_as_perm_addr']

  /** The same calls, served by a release whose form has changed since. */
  const afterTheChange = () =>
    servedWith(changedForm(at.deps.form, { drop, retire: { gender: 'F' }, ask: ['favorite_color'] }))

  async function servedWith(later: Partial<typeof at.deps>) {
    const deps = { ...at.deps, ...later }
    const app = await appForTests(
      on.settings,
      async (inner) => void (await inner.register((each) => exportCallRoutes(each, deps))),
    )
    const headers = () => ({ authorization: `Bearer ${at.secret}` })
    return {
      ...{ deps, close: app.close },
      read: async (path: string) => (await app.call(undefined, 'GET', `/export/v1${path}`, undefined, headers())).body,
      fetched: (path: string) => fetch(`${app.address}/export/v1${path}`, { headers: headers() }),
    }
  }
  const signed = {
    ...veteran,
    answer: { ...veteran.answer, chosen_name: 'Ada Byron', race_white: 'true', crime_no: 'true', gender: 'F' },
  }

  test('give what was signed before as it was signed, and describe it', async () => {
    const id = await at.submit(signed)
    const before = (await at.call(`/applications/${id}`)).body
    const later = await afterTheChange()
    try {
      const after = await later.read(`/applications/${id}`)
      expect(after).toEqual({ ...before, row: { ...before.row, favorite_color: '' } })
      expect(after.row).toMatchObject({ chosen_name: 'Ada Byron', form_version: at.deps.form.version })
      const schema = await later.read('/form')
      expect(z.fromJSONSchema(schema).parse(after.row)).toEqual(after.row)
      expect(schema.title).toBe('The form, version 2030.1')
      expect(schema.properties.chosen_name).toEqual({
        type: 'string',
        title: 'Chosen name',
        deprecated: true,
        description: `Not asked since version ${at.deps.form.version}.`,
      })
      expect(schema.properties.gender.oneOf).toContainEqual({ const: 'F', title: 'Female', deprecated: true })
    } finally {
      await later.close()
    }
  })

  test('withhold what is no longer asked as strictly as before, and print it in the packet', async () => {
    const id = await at.submit(signed)
    const later = await afterTheChange()
    try {
      const textOf = async (reply: Response) =>
        tight((await readPdf(new Uint8Array(await reply.arrayBuffer()))).text).replace(/Created.*/, '')
      const packet = `/applications/${id}/packet`
      const text = await textOf(await later.fetched(packet))
      expect(text).toBe(await textOf(await at.fetched(packet)))
      expect(text).toContain('AdaByron')
      await at.token(['changes'])
      const { row } = await later.read(`/applications/${id}`)
      expect(['race_white', 'crime_no', 'ssn'].filter((key) => key in row)).toEqual([])
      await at.token(everyRight)
      expect(await later.read(`/applications/${id}`)).toMatchObject({
        row: { race_white: 'true', crime_no: 'true' },
      })
    } finally {
      await later.close()
    }
  })

  test('leave empty what the form does not ask any more, for who signs now', async () => {
    const later = await afterTheChange()
    try {
      const { id } = await submitted(later.deps, attachedTo(signed, []))
      const { row, residences } = await later.read(`/applications/${id}`)
      expect(row).toMatchObject({ chosen_name: '', race_white: '', form_version: '2030.1' })
      expect(residences).toEqual([])
    } finally {
      await later.close()
    }
  })

  test('know an option that the office no longer offers by its code and by what it was called', async () => {
    const application = { ...veteran, answer: { ...veteran.answer, college_degree: 'AAS', college_2_degree: 'AA' } }
    const id = await at.submit(application)
    const before = (await at.call(`/applications/${id}`)).body
    const institution = {
      ...at.deps.institution,
      lists: {
        degrees: {
          labels: { AA: 'Associate (A.A.)' },
          order: ['BA', 'AA'],
          retired: { AAS: 'Associate (A.A.S.)', CERT: 'Certificate' },
        },
      },
    }
    const later = await servedWith({ institution, form: formOf(institution) })
    try {
      expect(await later.read(`/applications/${id}`)).toEqual(before)
      expect(before.row).toMatchObject({ college_degree: 'AAS', college_2_degree: 'AA' })
      const schema = await later.read('/form')
      expect(z.fromJSONSchema(schema).parse(before.row)).toEqual(before.row)
      const degrees = schema.properties.college_2_degree.oneOf
      expect(degrees.slice(0, 3).map(({ const: code }: { const: string }) => code)).toEqual(['', 'BA', 'AA'])
      for (const known of [
        { const: 'AA', title: 'Associate (A.A.)' },
        { const: 'AAS', title: 'Associate (A.A.S.)', deprecated: true },
      ])
        expect(degrees).toContainEqual(known)
      const { values } = await later.read('/reference-data/degrees')
      expect(values.at(-2)).toMatchObject({ value: 'CERT', label: 'Certificate', retired: true })
      expect(values.at(-1)).toMatchObject({ value: 'AAS', label: 'Associate (A.A.S.)', retired: true })
    } finally {
      await later.close()
    }
  })

  test('know a term, a major and a version of a test that the institution took out of its own lists', async () => {
    const before = at.deps.institution
    const [, [term, termLabel] = ['', '']] = before.entry_terms
    const [, [version, versionLabel] = ['', '']] = before.test_versions.TOEFL
    const answer = {
      ...visitor.answer,
      entry_term: term,
      applied_major: 'GEOL',
      intl_test: 'TOEFL',
      intl_test_version: version,
    }
    const id = await at.submit({ ...visitor, answer })
    const without = <Option extends readonly [string, string]>(options: readonly Option[], gone: string) =>
      options.filter(([code]) => code !== gone)
    const institution = {
      ...before,
      entry_terms: without(before.entry_terms, term),
      majors: without(before.majors, 'GEOL'),
      test_versions: { ...before.test_versions, TOEFL: without(before.test_versions.TOEFL, version) },
    }
    const named = (label: string) => before.majors.map(([code, own]) => [code, code === 'GEOL' ? label : own])
    await edition(on, 1, { ...before, majors: named('Earth science') })
    await edition(on, 2, { ...before, majors: named('Geology and maps') })
    await edition(on, 3, { ...before, majors: [...before.majors, ['NEVER', 'Called off']] }, new Date())
    await edition(on, 4, { majors: 'nonsense', test_versions: 7 })
    await edition(on, 5, institution)
    const later = await servedWith({ institution, form: formOf(institution) })
    try {
      const { row } = await later.read(`/applications/${id}`)
      expect(row).toMatchObject({
        entry_term: term,
        applied_major: 'GEOL',
        intl_test: 'TOEFL',
        intl_test_version: version,
      })
      const schema = await later.read('/form')
      expect(z.fromJSONSchema(schema).parse(row)).toEqual(row)
      for (const [key, code, title] of [
        ['entry_term', term, termLabel],
        ['applied_major', 'GEOL', 'Geology and maps'],
        ['intl_test_version', version, versionLabel],
      ] as const)
        expect(schema.properties[key].oneOf).toContainEqual({ const: code, title, deprecated: true })
      expect(JSON.stringify(schema)).not.toContain('NEVER')
      expect((await later.read('/reference-data/terms')).values.at(-1)).toEqual({
        ...{ value: term, label: termLabel, retired: true, codes: {} },
      })
      const { values } = await later.read('/reference-data/majors')
      expect(values).toHaveLength(before.majors.length - 1)
      expect(values.at(-1)).toMatchObject({ value: 'GEOL', label: 'Geology and maps', retired: true })
      expect(values[0]).not.toHaveProperty('retired')
    } finally {
      await later.close()
    }
  })
})
