import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { changedForm, domestic, form, veteran } from '../../../form/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, submitted, withDocuments } from '../exports/testing/index.ts'
import { deliverCommand } from './index.ts'
import { bannerCodes, pescCodes } from './profiles/testing/write-with.ts'
import { deliveriesForTests, filesIn, type Result, sha256, table } from './testing/index.ts'

/** Asks less, more and otherwise than the applications of these tests were signed with. */
const later = changedForm(form, {
  drop: ['chosen_name', 'military', 'residences', 'race_white', 'mailing_addr_same_as_perm_addr', 'college_transcript'],
  reword: { city: 'Town', parent_relationship: 'Who is this?' },
  retire: { gender: 'F', college_degree: 'AA', visa_type: 'F1' },
  ask: ['favorite_color'],
})
const first = 'applications.csv'
const columnsIn = ({ folder }: Result, name: string) =>
  (readFileSync(join(folder, name), 'utf8').split('\r\n')[0] ?? '').split(',')

onOneDatabase('a delivery that is made again after the form has changed', (on) => {
  const at = deliveriesForTests(on)
  const digestsOf = ({ folder }: Result) =>
    filesIn(folder).map((name) => [name, sha256(readFileSync(join(folder, name)))])
  const changed = () => ({ ...at.deliveries, ...later })
  const again = (made: Result) => deliverCommand(changed(), ['--again', String(made.delivery), '--by', 'June Hale'])

  beforeEach(async () => {
    await at.wants({})
    await at.skipEarlier()
    const application = attachedTo(veteran, ['college_transcript'])
    const { id } = await at.submit({ ...application, answer: { ...application.answer, chosen_name: 'Ada Byron' } })
    await withDocuments(on.database.db, at.deliveries.storage, id, { college_transcript: await pdfOf('Transcript') })
    await at.submit(attachedTo(domestic, []))
  })

  const builtIn = { built_in_codes: ['iso-3166-1-alpha-2', 'usps', 'ipeds'] }
  const rows = (map: string) => map.slice(map.indexOf('\n') + 1)
  test.each<[string, object, string | undefined]>([
    ['plain', {}, undefined],
    ['plain', builtIn, 'gender,F,1\ngender,M,2\ngender,X,3\ngender,N,4\ngender,,0\n'],
    ['slate', {}, undefined],
    ['banner', builtIn, rows(bannerCodes(form))],
    ['pesc', builtIn, rows(pescCodes(form))],
  ])('has the same bytes: %s %j', async (profile, options, map) => {
    const include = ['documents', 'application_pdfs', 'conduct', 'demographics']
    await at.wants({ profile, include, keep_days: 1, ...options }, map)
    const made = await at.deliver()
    expect(made).toMatchObject({ delivered: 2, held_back: 0 })
    const before = digestsOf(made)
    at.age(2)
    await again(made)
    expect(digestsOf(made)).toEqual(before)
  })

  test('and one that is made then has what was signed before, and columns only at the end', async () => {
    const made = await at.deliver()
    at.later(0)
    const [, ...words] = ['', '--after', '0', '--through', '999999']
    const next = (await deliverCommand(changed(), [at.target, '--by', 'June Hale', ...words])) as Result
    const [before, after] = [columnsIn(made, first), columnsIn(next, first)]
    const sender = ['school_code', 'intended_student_type', 'form_version']
    expect(after).toEqual([...before.filter((each) => !sender.includes(each)), 'favorite_color', ...sender])
    expect(columnsIn(next, 'residences.csv')).toEqual(columnsIn(made, 'residences.csv'))
    const signed = table(next.folder, first).find(({ chosen_name }) => chosen_name === 'Ada Byron')
    expect(signed).toMatchObject({ military_served: 'Y', favorite_color: '', form_version: form.version })
    expect(table(next.folder, 'residences.csv').length).toBeGreaterThan(0)
  })

  test('an application that is signed with the new form has that version, and nothing in the columns of before', async () => {
    await submitted(changed(), { ...domestic, answer: { ...domestic.answer, chosen_name: 'X', favorite_color: 'red' } })
    const made = (await deliverCommand(changed(), [at.target, '--by', 'June Hale'])) as Result
    expect(table(made.folder, first).at(-1)).toMatchObject({
      ...{ favorite_color: 'red', chosen_name: '', form_version: '2030.1' },
    })
  })

  describe('a code map', () => {
    test('may name a value that is no longer offered, and needs no code for it', async () => {
      await at.wants({ include: ['demographics'] }, 'gender,F,1\ngender,M,2\ngender,X,3\ngender,N,4\n')
      await expect(deliverCommand(changed(), [at.target, '--by', 'June Hale'])).resolves.toMatchObject({ delivered: 2 })
    })
  })

  test('is refused by a release that does not know its version', async () => {
    await at.wants({ keep_days: 1 })
    const made = (await deliverCommand(changed(), [at.target, '--by', 'June Hale'])) as Result
    at.age(2)
    await expect(
      deliverCommand(at.deliveries, ['--again', String(made.delivery), '--by', 'June Hale']),
    ).rejects.toThrow('was made with form 2030.1, which this release does not know')
  })
})
