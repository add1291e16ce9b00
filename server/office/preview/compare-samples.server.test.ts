import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Changes, EditionDifference } from '../../../api/index.ts'
import { sampleApplicants } from '../../../form/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import type { Editor } from '../editions/draft.ts'
import { checkDraft, type EditionDeps, readDraft, saveDraft } from '../editions/index.ts'
import { twoEditors } from '../editions/testing/two-editors.ts'
import { compareSamples } from './index.ts'

onOneDatabase('made-up applicants before and after', (on) => {
  let editions: Editions
  let deps: EditionDeps & Parameters<typeof compareSamples>[0]
  let ann: Editor
  beforeAll(async () => {
    ;[ann] = await twoEditors(on.database.db)
    editions = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
    deps = { database: on.database, editions, now: () => new Date('2026-11-21T18:00:00Z'), settings: on.settings }
  })
  afterAll(() => editions.close())

  const compared = async (changes: Changes) => {
    await on.database.db.deleteFrom('edition_draft').execute()
    await saveDraft(deps, ann, { revision: 0, changes })
    const { of, findings } = await checkDraft(deps, on.database.db)
    expect(findings.filter(({ grade }) => grade === 'stopped')).toEqual([])
    const found = await compareSamples(deps, of)
    if ('refused' in found) throw new Error(found.message)
    return { ...found, of, june: found.samples.find(({ id }) => id === 'citizen') }
  }
  const told = (differences: readonly EditionDifference[] = []) =>
    differences.map(({ name, was, is }) => `${name} | ${was} | ${is}`)
  const county: Changes = {
    '/structure/own/own_county/kind': 'text',
    '/structure/own/own_county/in': 'section:name',
    '/structure/own/own_county/label': 'County',
  }

  test('have a line and a column more, or one less; an own column comes after all others', async () => {
    const { samples, june, before } = await compared({
      ...county,
      '/structure/stopped/applied_previously_transfer': 'yes',
      '/structure/stopped/when:applied_previously_term_transfer': 'yes',
    })
    expect(samples.map(({ id }) => id)).toEqual(sampleApplicants.map(({ id }) => id))
    expect(before).toBe(1)
    expect(told(june?.pdf)).toEqual([
      'Personal Info, Name |  | County: Not answered',
      expect.stringMatching(/^.* \| .*: No \| $/),
    ])
    expect(told(june?.export)).toEqual(['applied_previously_transfer | N | (empty)', 'own_county |  | (empty)'])
    expect(june?.mails).toEqual([])
  })

  test('read the new name of an option that they chose, and export its code as before', async () => {
    const { june } = await compared({ '/majors/GEOL': 'Earth Science' })
    expect(told(june?.pdf)).toEqual([expect.stringMatching(/^.* \| .*: Geology \| .*: Earth Science$/)])
    expect(june?.export).toEqual([])
  })

  test('say where something stood that is moved', async () => {
    const { june } = await compared({ '/structure/moved/chosen_name': 'section:contact' })
    expect(told(june?.pdf)).toEqual([
      expect.stringMatching(/^.*, Contact.* \| .*, Name: Chosen name: .* \| Chosen name: /),
    ])
    expect(june?.export).toEqual([])
  })

  test('read otherwise in each mail that says it, only with the lines that differ', async () => {
    const { june } = await compared({ '/partner_name': 'Cascade Valley University' })
    expect(june?.mails.length).toBeGreaterThan(15)
    const receipt = june?.mails.find(({ name }) => name === 'Receipt')
    expect(receipt?.was).toContain('Bridger State University')
    expect(receipt?.is).toContain('Cascade Valley University')
    expect(receipt?.is).not.toContain('Bridger State University')
    expect(receipt?.is.split('\n').length).toBeLessThan(8)
  })

  test('are compared only for exactly this draft, and not while something stops it', async () => {
    const { of } = await compared(county)
    const { revision } = await readDraft(on.database.db)
    await saveDraft(deps, ann, { revision, changes: { '/phone': '(406) 555-0101' } })
    expect(await compareSamples(deps, of)).toMatchObject({ refused: 'draft_unchecked' })
    await saveDraft(deps, ann, { revision: revision + 1, changes: { '/phone': null } })
    const stopped = await checkDraft(deps, on.database.db)
    expect(await compareSamples(deps, stopped.of)).toMatchObject({ refused: 'form_stopped' })
  })
})
