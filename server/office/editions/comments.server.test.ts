import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, placeOf } from '../../../api/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import { checkDraft, type EditionDeps, publishDraft, readForm, saveDraft } from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

databasesForTests('comments in the draft', (on) => {
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

  const saved = async (changes: Changes, editor = ann) => {
    const { revision } = (await readForm(deps)).draft
    const draft = await saveDraft(deps, editor, { revision, changes })
    if ('refused' in draft) throw new Error(draft.message)
    return draft
  }

  test('colleagues comment on items of the draft, and no edition has what they say', async () => {
    const at = (number: number) => placeOf('comments', 'section:contact', String(number))
    await saved({ [at(1)]: 'Is this how the dean wants it?' })
    const { draft } = await readForm(deps)
    expect(draft.comments).toEqual([
      { place: at(1), text: 'Is this how the dean wants it?', by: 'Ann', at: expect.any(String) },
    ])
    expect(draft.changes).toEqual([])
    const alone = await checkDraft(deps, on.database.db)
    expect(alone.differences).toEqual([])
    expect((await saved({ [at(2)]: 'She does.' }, ben)).comments.map(({ by }) => by)).toEqual(['Ann', 'Ben'])
    // Whoever it is takes away what is dealt with.
    expect((await saved({ [at(1)]: null }, ben)).comments.map(({ text }) => text)).toEqual(['She does.'])
    for (const [place, value] of [
      [placeOf('comments', 'x'), 'Too short a place.'],
      [at(3), 'x'.repeat(2_001)],
      [at(4), ['a list']],
    ] as const)
      expect(await saveDraft(deps, ann, { revision: 99, changes: { [place]: value } })).toMatchObject({
        refused: 'malformed',
      })
    await saved({ '/phone': '(406) 555-0133' })
    const { of } = await checkDraft(deps, on.database.db)
    const published = await publishDraft(deps, ann, { of, title: 'A change', reason: '', takes_effect: null })
    expect(published).toMatchObject({ number: 2 })
    expect((await readForm(deps)).draft).toMatchObject({ changes: [], comments: [] })
    expect(JSON.stringify((await one.numbered(2))?.content)).not.toContain('She does.')
  })
})
