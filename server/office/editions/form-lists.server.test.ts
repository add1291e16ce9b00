import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Changes } from '../../../api/index.ts'
import { labelOf, questionsByKey } from '../../../engine/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import { checkDraft, type EditionDeps, publishDraft, readForm, saveDraft } from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

onOneDatabase('lists of the form at the desk', (on) => {
  let one: Editions
  let deps: EditionDeps
  let ann: Editor
  let ben: Editor
  beforeAll(async () => {
    ;[ann, ben] = await twoEditors(on.database.db)
    one = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
    deps = { database: on.database, editions: one, now: () => new Date() }
  })
  afterAll(() => one.close())

  const saved = async (changes: Changes, editor = ann, revision?: number) => {
    const seen = revision ?? (await readForm(deps)).draft.revision
    const draft = await saveDraft(deps, editor, { revision: seen, changes })
    if ('refused' in draft) throw new Error(draft.message)
    return draft
  }
  const published = async (changes: Changes) => {
    await saved(changes)
    const { of } = await checkDraft(deps, on.database.db)
    const outcome = await publishDraft(deps, ann, { of, title: 'Lists', reason: '', takes_effect: null })
    if ('refused' in outcome) throw new Error(outcome.message)
    return outcome.number
  }

  test('a list of the form has other labels, another order and options that are no longer offered', async () => {
    const order = ['AS', 'AA', 'NONE']
    const changes: Changes = {
      '/lists/degrees/labels/AA': 'Associate of Arts (A.A.)',
      '/lists/degrees/order': order,
      '/lists/degrees/retired/AAS': 'Associate of Applied Science',
      '/lists/degree_nondegree/retired/ND': 'Courses only',
    }
    await saved(changes)
    const { findings, differences } = await checkDraft(deps, on.database.db)
    const says = findings.map((each) => each.says)
    expect(says).toContainEqual(
      'Associate of Applied Science is no longer offered in “Degree earned”. How many have chosen it is not counted yet. Who has not submitted is asked to choose again; what was submitted keeps it.',
    )
    expect(says).toContainEqual(
      'Courses only is no longer offered in “Are you seeking a degree?”. Applications with it: 0 not submitted, whose applicants are asked to choose again; 0 submitted, which keep it.',
    )
    expect(differences.map(({ name, was, is }) => [name, was, is])).toEqual(
      expect.arrayContaining([
        ['Degree earned: AA', 'Associate of Arts', 'Associate of Arts (A.A.)'],
        ['Order of Degree earned', '', 'AS, AA, NONE'],
        ['Degree earned: AAS, no longer offered', '', 'Associate of Applied Science'],
      ]),
    )
    // Spanish is offered, and nobody has said the new label in it.
    expect(says.join()).toContain('“Associate of Arts (A.A.)”')
    const number = await published({})
    expect(one.active().number).toBe(number)
    const degrees = questionsByKey(one.active().form).get('college_8_degree')
    if (degrees?.kind !== 'choice') throw new Error('The form asks for no degree.')
    expect(degrees.values.slice(0, 4)).toEqual(['', ...order])
    expect(degrees.values).not.toContain('AAS')
    expect([labelOf(degrees, 'AA'), labelOf(degrees, 'AAS')]).toEqual([
      'Associate of Arts (A.A.)',
      'Associate of Applied Science',
    ])
    const { editables } = await readForm(deps)
    const at = (place: string) => editables.find((each) => each.place === place)
    expect(at('/lists/degrees')).toMatchObject({ group: 'List: Degree earned', kind: 'list' })
    expect(at('/lists/military_served')).toMatchObject({ group: 'Yes or No: Military service' })
    expect(at('/lists/hs_gpa_scale')).toMatchObject({ group: 'List: GPA scale (High school)' })
    expect(at('/lists/degrees/labels/AA')).toMatchObject({
      product: 'Associate of Arts',
      published: 'Associate of Arts (A.A.)',
    })
    expect(at('/lists/degrees/retired/AAS')).toMatchObject({ published: 'Associate of Applied Science' })
    // Offered again, and called as before.
    await published(Object.fromEntries(Object.keys(changes).map((place) => [place, null] as const)))
    expect(one.active().institution.lists).toBeUndefined()
  })

  test('two people retire different options of one list; of the same label each is shown the other’s', async () => {
    const { revision } = await saved({ '/lists/degrees/retired/AA': 'Associate of Arts' })
    await saved({ '/lists/degrees/retired/AS': 'Associate of Science' }, ben, revision - 1)
    await saved({ '/lists/degrees/labels/BA': 'B.A.' })
    const late = await saved({ '/lists/degrees/labels/BA': 'BA' }, ben, revision)
    expect(late.conflicts).toMatchObject([{ place: '/lists/degrees/labels/BA', theirs: 'B.A.', mine: 'BA' }])
    const { draft } = await readForm(deps)
    expect(draft.changes.map(({ place }) => place).toSorted()).toEqual([
      '/lists/degrees/labels/BA',
      '/lists/degrees/retired/AA',
      '/lists/degrees/retired/AS',
    ])
    await saved(Object.fromEntries(draft.changes.map(({ place }) => [place, null] as const)))
  })
})
