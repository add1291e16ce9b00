import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, editionContent, placeOf, valuesIn, withChanges, withContent } from '../../../api/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { filledForm, readInstitution, registerOfInstitution } from '../../running/institution/index.ts'
import { gradeOf, hardToRead } from './reading-grade.ts'
import { dependentsOf, mailsLacking, whereOwnGo, withoutCodes } from './what-depends.ts'

const folder = mkdtempSync(join(tmpdir(), 'what-depends-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = readInstitution({ institutionFile: 'institution.json' })
const content = contentOf(file)
const after = (changes: Parameters<typeof withChanges>[1]) => editionContent.parse(withChanges(content, changes))

describe('code maps', () => {
  const deliveriesFile = join(folder, 'deliveries.json')
  const targets = { crm: { profile: 'plain', codes: 'codes.csv' }, archive: { profile: 'plain' } }
  beforeAll(() => {
    writeFileSync(deliveriesFile, JSON.stringify(targets))
    const majors = content.majors.flatMap(([code]) =>
      code === '' || code === 'GEOL' ? [] : [`majors,${code},${code}1`],
    )
    writeFileSync(join(folder, 'codes.csv'), `list,ours,theirs\n${majors.join('\n')}\n`)
  })

  test('name the targets that have no code for an option that is added, and none that they lacked before', async () => {
    const dependents = dependentsOf({ settings: { deliveriesFile } })
    const next = after({ '/majors/DATA': 'Data Science', '/entry_terms/202870': 'Fall 2028' })
    const register = baseRegister()
    const forms = {
      before: { form: filledForm(file), register },
      after: { form: filledForm(withContent(file, next)), register },
    }
    expect(await withoutCodes(dependents, forms, valuesIn(next))).toEqual([
      {
        grade: 'told',
        place: '/majors/DATA',
        says: 'Data Science has no code in the code map of crm. Applications with it are held back there until it has one.',
      },
    ])
    expect(await withoutCodes(dependents, { before: forms.before, after: forms.before }, {})).toEqual([])
  })
})

describe('own questions of the office', () => {
  const deliveriesFile = join(folder, 'own.json')
  const dependents = dependentsOf({ settings: { deliveriesFile } })
  const shift = {
    '/structure/own/own_shift/kind': 'radio',
    '/structure/own/own_shift/in': 'section:program',
    '/structure/own/own_shift/label': 'When?',
    '/structure/own/own_shift/options/DAY': 'By day',
    '/structure/own/own_shift/options/EVE': 'In the evening',
    '/structure/own/own_shift/options/NIGHT': 'At night',
    '/structure/own/own_help/kind': 'checkboxes',
    '/structure/own/own_help/in': 'section:program',
    '/structure/own/own_help/label': 'Help with',
    '/structure/own/own_help/options/A': 'Reading',
    '/structure/own/own_help/options/B': 'Getting here',
    '/structure/own/own_private/kind': 'text',
    '/structure/own/own_private/in': 'section:program',
    '/structure/own/own_private/label': 'Anything private',
    '/structure/own/own_private/care': 'sensitive',
  } as const
  const asked = (changes: Parameters<typeof withChanges>[1]) => {
    const institution = withContent(file, after(changes))
    return { form: filledForm(institution), register: registerOfInstitution(institution) }
  }
  const change = { before: asked({}), after: asked(shift) }
  beforeAll(() => {
    writeFileSync(join(folder, 'own.csv'), 'list,ours,theirs\nown_shift,DAY,D\n')
    const banner = { profile: 'banner', questions: { own_shift: 12, own_help_A: 13, own_private: 14 } }
    const targets = {
      ...{ crm: { profile: 'slate', codes: 'own.csv' }, archive: { profile: 'plain' }, erp: banner },
      ...{ other: { profile: 'pesc' }, bare: { profile: 'banner' } },
    }
    writeFileSync(deliveriesFile, JSON.stringify(targets))
  })

  test('say where their answers go at each system, and where they go nowhere', () => {
    const says = (name: string) =>
      whereOwnGo(dependents, change).flatMap(({ place, says }) => (place === `/structure/item/${name}` ? [says] : []))
    expect(says('own_shift')).toEqual([
      'Answers to “When?” go to crm (slate_applications.csv: own_shift), archive (applications.csv: own_shift), erp (sarrqst.csv: sarrqst_wudq_no 12), other (UserDefinedExtensions: own_shift). Answers to “When?” go nowhere at bare.',
    ])
    expect(says('tickGroup:own_help')[0]).toContain(
      'archive (applications.csv: own_help_A, own_help_B), erp (sarrqst.csv: sarrqst_wudq_no 13)',
    )
    // Banner gets nothing sensitive, whatever its target says.
    expect(says('own_private')[0]).toMatch(/go nowhere at erp, bare\.$/)
    expect(whereOwnGo(dependents, { before: change.after, after: change.after })).toEqual([])
    expect(whereOwnGo(dependentsOf({ settings: { deliveriesFile: undefined } }), change)).toEqual([])
  })

  test('name all answers without a code at once', async () => {
    const found = await withoutCodes(dependents, change, {})
    expect(found).toEqual([
      {
        grade: 'told',
        place: '/structure/item/own_shift',
        says: '“When?” has answers without a code in the code map of crm: In the evening, At night. Applications with one are held back there until it has a code.',
      },
    ])
  })
})

/** As docs/operating.md lists them. */
const MAILS =
  readFileSync('docs/operating.md', 'utf8')
    .split('| file | sent | its own placeholders |')[1]
    ?.split('\n\n')[0]
    ?.match(/(?<=\| `)\w+(?=\.md`)/g) ?? []
const NEEDED = {
  confirm_code: 'code',
  confirm_codes: 'codes',
  login_code: 'code',
  email_code: 'code',
  reset_link: 'link',
  receipt: 'reference',
}

describe('mails of the institution’s own', () => {
  const institutionFile = join(folder, 'institution.json')
  beforeAll(() => {
    mkdirSync(join(folder, 'mail'))
    for (const name of MAILS) writeFileSync(join(folder, 'mail', `${name}.md`), '# A mail\n\nSomething.\n')
    for (const [name, value] of Object.entries(NEEDED))
      writeFileSync(join(folder, 'mail', `${name}.md`), `# A mail\n\n{${value}}\n`)
    writeFileSync(join(folder, 'mail', 'withdrawn.md'), '# Withdrawn\n\nWe decide within {decision_time}.\n')
  })

  test('stop what takes away a text that a template names, and tell of a language without templates', () => {
    const own = { ...file, custom_email_copy: true }
    const dependents = dependentsOf({
      settings: { deliveriesFile: undefined, baseUrl: 'https://x.example', institutionFile },
    })
    const without = withContent(own, after({ '/decision_time': null }))
    expect(mailsLacking(dependents, { before: own, after: without })).toEqual([
      { grade: 'stopped', place: '/mail', says: expect.stringMatching(/withdrawn\.md names \{decision_time\}/) },
    ])
    expect(mailsLacking(dependents, { before: without, after: without })).toMatchObject([{ grade: 'told' }])
    expect(mailsLacking(dependents, { before: own, after: own })).toEqual([
      {
        grade: 'told',
        place: '/mail',
        says: expect.stringMatching(/^Readers of es get these mails in English.*receipt/),
      },
    ])
    expect(mailsLacking(dependents, { before: file, after: file })).toEqual([])
  })
})

describe('the reading grade of what an office has worded', () => {
  const hard =
    'Notwithstanding the aforementioned considerations, the institution reserves discretionary authority regarding incomplete applications.'
  const [HELP, DEADLINE] = [placeOf('sentences', 'Any other name your transcripts might be under.'), '/deadline']

  test.each([
    ['a hard help', { [HELP]: hard }, [HELP]],
    ['a hard deadline', { [DEADLINE]: hard }, [DEADLINE]],
    ['an easy one', { [DEADLINE]: 'Apply by the first day of May if you want to start in fall with us.' }, []],
    ['a short one', { [DEADLINE]: 'Notwithstanding considerations.' }, []],
    ['what is as it was', {}, []],
    ['a hard name of a major', { '/majors/DATA': hard }, []],
  ])('%s', (_, changes, places) => {
    const found = hardToRead(content, after(changes))
    expect(found.map(({ place }) => place)).toEqual(places)
    for (const { grade, says } of found) {
      expect(grade).toBe('told')
      expect(says).toContain(`is for grade ${Math.round(gradeOf([hard]))}`)
    }
  })
})
