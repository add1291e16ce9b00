import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, editionContent, placeOf, valuesIn, withChanges, withContent } from '../../../api/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { filledForm, readInstitution } from '../../running/institution/index.ts'
import { gradeOf, hardToRead } from './reading-grade.ts'
import { dependentsOf, mailsLacking, withoutCodes } from './what-depends.ts'

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
