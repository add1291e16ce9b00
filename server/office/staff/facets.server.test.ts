import { afterEach, expect, test } from 'vitest'
import { type OwnItem, registerOf, type Structure, withStructure } from '../../../engine/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { editApplication, indexApplications } from '../../applying/applications/index.ts'
import { signedAnswers } from '../../applying/submissions/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

const own: Readonly<Record<string, OwnItem>> = {
  own_shift: {
    ...{ kind: 'radio', in: 'section:program', label: 'When?', retired: { EVE: 'In the evening' } },
    options: { DAY: 'By day', EVE: 'In the evening', NIGHT: 'At night' },
    order: ['NIGHT', 'DAY', 'EVE'],
  },
  own_help: { kind: 'checkboxes', in: 'section:program', label: 'Help with', options: { A: 'Reading', B: 'Bus' } },
  own_bus: { kind: 'tick', in: 'section:program', label: 'By bus' },
}
const marked = Object.fromEntries(Object.entries(own).map(([id, item]) => [id, { ...item, facet: 'yes' as const }]))

databasesForTests('filters by questions of the office’s own', (on) => {
  const { signedIn, make, find, namesOf, applicant, accountOf, deps } = staffForTests(on)
  const asks = (structure: Structure, from = deps().institution) =>
    Object.assign(deps(), {
      form: withStructure(formBefore(), structure),
      register: registerOf(baseRegister(), formBefore(), structure),
      institution: from,
    })
  let base: ReturnType<typeof deps>['form'] | undefined
  const formBefore = () => {
    base ??= deps().form
    return base
  }
  afterEach(() => asks({}))
  const index = () => indexApplications(deps(), { only: 'missing', signedAnswers })
  const rowOf = (id: string) =>
    on.database.db
      .selectFrom('application_index')
      .select(['facets', 'facets_of'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow()

  test('find whoever answered so, from the save on, and hold no answer that can be read', async () => {
    asks({ own: marked })
    await index()
    const cookie = await signedIn('processor')
    const named = (last_name: string, answers: Readonly<Record<string, string>>) =>
      applicant({ first_name: 'Facet', last_name, ...answers })
    const ann = await named('Ann', { own_shift: 'NIGHT', own_help_A: 'true', own_bus: 'true' })
    await named('Ben', { own_shift: 'DAY', own_help_A: 'true', own_help_B: 'true' })
    await applicant({ first_name: 'Facet', last_name: 'Cal', own_shift: 'EVE' }, 'FACET-CAL')
    const found = async (facets: Readonly<Record<string, string>>) =>
      namesOf(await find(cookie, { search: { name: 'facet' }, filter: { facets }, sort: 'name', order: 'up' }))
    expect(await found({ own_shift: 'NIGHT' })).toEqual(['Ann, Facet'])
    expect(await found({ own_shift: 'EVE' })).toEqual(['Cal, Facet'])
    expect(await found({ own_help: 'own_help_A' })).toEqual(['Ann, Facet', 'Ben, Facet'])
    expect(await found({ own_help: 'own_help_A', own_shift: 'DAY' })).toEqual(['Ben, Facet'])
    expect(await found({ own_bus: 'yes' })).toEqual(['Ann, Facet'])
    expect(await found({ own_bus: 'no' })).toEqual(['Ben, Facet', 'Cal, Facet'])
    expect(await found({ own_shift: 'X' })).toEqual([])

    const { facets } = await rowOf(ann)
    expect(facets).toHaveLength(3)
    expect(JSON.stringify(facets)).not.toMatch(/NIGHT|own_|true/)
    await editApplication(deps(), await accountOf(ann), async (application) => application.write({ own_shift: 'DAY' }))
    expect(await found({ own_shift: 'NIGHT' })).toEqual([])
    expect(await found({ own_shift: 'DAY' })).toEqual(['Ann, Facet', 'Ben, Facet'])
  })

  test('come to older applications in the background, and the list says so until then', async () => {
    asks({ own })
    await index()
    const answers = { first_name: 'Older', own_shift: 'NIGHT' }
    const [draft, signed] = [
      await applicant({ ...answers, last_name: 'Draft' }),
      await applicant({ ...answers, last_name: 'Signed' }, 'OLDER-SIG'),
    ]
    expect(await rowOf(draft)).toEqual({ facets: [], facets_of: '' })
    const cookie = await signedIn('processor')
    const asked = { search: { name: 'older' }, filter: { facets: { own_shift: 'NIGHT' } }, sort: 'name', order: 'up' }
    asks({ own: marked })
    expect(await find(cookie, asked)).toMatchObject({ applications: [], is_indexing: true })
    // Who has not been read yet has not left the box empty for certain.
    expect(namesOf(await find(cookie, { ...asked, filter: { facets: { own_bus: 'no' } } }))).toEqual([])
    expect(await index()).toBeGreaterThan(1)
    const { applications, is_indexing } = await find(cookie, asked)
    expect([namesOf({ applications }), is_indexing]).toEqual([['Draft, Older', 'Signed, Older'], false])
    expect(await index()).toBe(0)
    // Not by every list, and not while nothing is filtered by it.
    asks({ own: { ...marked, own_bus: { kind: 'tick', in: 'section:program', label: 'By bus' } } })
    expect((await find(cookie, { search: { name: 'older' } })).is_indexing).toBe(false)
    asks({ own })
    await index()
    for (const id of [draft, signed]) expect(await rowOf(id)).toEqual({ facets: [], facets_of: '' })
  })

  test('are told to whoever sees the list, with what is no longer offered last; what is stopped is refused', async () => {
    asks({ own: marked })
    const cookie = await signedIn('viewer')
    expect((await make(cookie, 'staffSession')).body.facets).toEqual([
      { key: 'own_bus', label: 'By bus', kind: 'checkbox', options: [] },
      {
        ...{ key: 'own_help', label: 'Help with', kind: 'checkboxes' },
        options: [
          ['own_help_A', 'Reading'],
          ['own_help_B', 'Bus'],
        ],
      },
      {
        ...{ key: 'own_shift', label: 'When?', kind: 'choice' },
        options: [
          ['NIGHT', 'At night'],
          ['DAY', 'By day'],
          ['EVE', 'In the evening'],
        ],
      },
    ])
    asks({ own: marked, stopped: { own_shift: 'yes' } })
    const { status, body } = await make(cookie, 'findApplications', { filter: { facets: { own_shift: 'DAY' } } })
    expect([status, body.code, body.message]).toEqual([
      400,
      'unusable_search',
      'The list can’t be filtered by this question any more: it is not asked now, or is no filter. Take the filter out.',
    ])
  })
})
