import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, editionContent, withChanges } from '../../../api/index.ts'
import { makeToken } from '../../handing-over/export-tokens/index.ts'
import { operatorFor } from '../../platform/control/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import { twoEditors } from './testing/two-editors.ts'
import { whoReads } from './who-reads.ts'

onOneDatabase('who reads what an office changes', (on) => {
  let editions: Editions
  let deliveriesFile = ''
  const now = () => new Date('2026-11-21T18:00:00Z')
  beforeAll(async () => {
    editions = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
    const folder = join(on.settings.dataDir, 'handing-over')
    deliveriesFile = join(folder, 'deliveries.json')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'codes.csv'), 'list,ours,theirs\nmajors,GEOL,G1\ndegrees,AA,1\n')
    writeFileSync(
      deliveriesFile,
      JSON.stringify({
        crm: { profile: 'slate', codes: 'codes.csv' },
        conduct: { profile: 'plain', include: ['conduct'] },
        sis: { profile: 'banner' },
        webhooks: [{ name: 'erp', url: 'https://erp.example/', secret_file: 'secret' }],
      }),
    )
    const { institution } = editions.active()
    const mail = { enqueue: async () => {} }
    await makeToken(
      { database: on.database, now, mail, institution },
      { name: 'warehouse', rights: ['changes'], networks: [], purpose: '', days: 30, sandbox: false },
      operatorFor('Olga'),
    )
    const [ann, ben] = await twoEditors(on.database.db)
    await on.database.db
      .insertInto('staff_view')
      .values([
        { person_id: ann.id, name: 'Geology', search: '?major=GEOL&status=submitted' },
        { person_id: ben.id, name: 'Fall', search: '?term=202770' },
      ])
      .execute()
  })
  afterAll(() => editions.close())

  const told = async (changes: Changes) => {
    const before = editions.active()
    const after = editions.made(editionContent.parse(withChanges(before.content, changes)))
    const settings = { deliveriesFile }
    const findings = await whoReads({ db: on.database.db, settings, now }, { before, after })
    return findings.map(({ place, says }) => `${place.replace('/structure/item/', '')}: ${says}`)
  }
  const WEBHOOK =
    'Webhooks (erp) tell that something happened and carry no answers, so they read nothing of what changes.'
  const stopped = (...names: string[]): Changes =>
    Object.fromEntries(names.map((name) => [`/structure/stopped/${name}`, 'yes']))

  test('of what is asked no more: systems by what they may have, code maps, search, filters and saved views', async () => {
    expect(await told(stopped('college_degree', 'college_degree_other'))).toEqual([
      'college_degree: “Degree earned” is read by the delivery to crm, the delivery to conduct, the token warehouse, and the code map of crm (list degrees). It stays there, and is empty for whoever submits from then on.',
      expect.stringMatching(
        /^college_degree_other: .* is read by the delivery to crm, the delivery to conduct, and the token warehouse\./,
      ),
      `college_degree: ${WEBHOOK}`,
    ])
    expect(await told(stopped('chosen_name'))).toContainEqual(
      expect.stringMatching(
        /“Chosen name” is read by the delivery to crm, the delivery to conduct, the delivery to sis, the token warehouse, and the search of the desk\./,
      ),
    )
    expect(await told(stopped('applied_major'))).toContainEqual(
      expect.stringMatching(
        /the code map of crm \(list majors\), the filter Major of the desk, and the saved view “Geology” of Ann\./,
      ),
    )
  })

  test('of conduct: only who may have it', async () => {
    expect(await told(stopped('register'))).toContainEqual(
      expect.stringMatching(/^register: .* is read by the delivery to conduct\. /),
    )
  })

  test('of options: once for a list, and views that look for what is gone', async () => {
    const [majors, ...more] = await told({ '/majors/GEOL': null })
    expect(majors).toMatch(
      /^applied_major: The options of “.*” are read by .* the filter Major of the desk, and the saved view “Geology” of Ann\.$/,
    )
    expect(more).toEqual([`applied_major: ${WEBHOOK}`])
    expect((await told({ '/majors/ACCT': null }))[0]).not.toContain('Geology')
    expect((await told({ '/entry_terms/202770': null }))[0]).toContain('the saved view “Fall” of Ben')
    const degrees = await told({ '/lists/degrees/retired/AAS': 'Associate of Applied Science' })
    expect(degrees.filter((each) => each.includes('The options of'))).toHaveLength(1)
  })

  test('of an own question: who gets a column more, and not what has no place for it', async () => {
    const county = { kind: 'text', in: 'section:name', label: 'County' }
    const changes = Object.fromEntries(
      Object.entries(county).map(([field, value]) => [`/structure/own/own_county/${field}`, value]),
    )
    expect((await told(changes))[0]).toBe(
      'own_county: “County” goes to the delivery to crm, the delivery to conduct, and the token warehouse too.',
    )
  })

  test('of words: nobody', async () => {
    expect(await told({ '/phone': '(406) 555-0101', '/majors/GEOL': 'Earth' })).toEqual([])
  })
})
