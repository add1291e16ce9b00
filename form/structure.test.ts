import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  everyItem,
  namedItems,
  nameOf,
  nameOfPage,
  type OwnItem,
  outlineOf,
  problemsIn,
  questionsByKey,
  questionsShown,
  registerAt,
  registerErrors,
  registerOf,
  retiredIn,
  type Structure,
  structureFaults,
  withStructure,
} from '../engine/index.ts'
import { admissions, baseRegister, carriedKeys, needs } from './index.ts'

const applicationWith = (answer: Record<string, string>) => ({ answer, add_another: {}, tabs: {}, document_answer: {} })

test('without anything of the office the form is that of the release', () => {
  expect(withStructure(admissions, {})).toEqual(admissions)
})

test('what is stopped is asked nowhere, in no entry, and keeps its care', () => {
  const form = withStructure(admissions, { stopped: { college_gpa: 'yes', gender: 'yes' } })
  expect(form.keys.filter((key) => /^college_(\d_)?gpa$|^gender$/.test(key))).toEqual([])
  expect(form.retired.map(({ key }) => key)).toEqual(
    admissions.keys.filter((key) => /^college_(\d_)?gpa$|^gender$/.test(key)),
  )
  expect(form.retired.find(({ key }) => key === 'gender')?.care).toBe(questionsByKey(admissions).get('gender')?.care)
})

test('an own question stands where it was put, is asked under its condition, and is carried by its key', () => {
  const structure: Structure = {
    own: {
      own_visa: {
        kind: 'radio',
        in: 'section:citizenship',
        label: 'Do you have a visa?',
        options: { Y: 'Yes', N: 'No' },
      },
      own_which: { kind: 'text', in: 'section:citizenship', label: 'Which one?', required: 'yes' },
    },
    order: { 'section:citizenship': ['own_visa', 'own_which', 'birth_date'] },
    asked_if: { own_which: { valueKey: 'own_visa', operator: 'equals', target: 'Y' } },
  }
  const form = withStructure(admissions, structure)
  const section = everyItem(form).find((item) => nameOf(item) === 'section:citizenship')
  expect(section && 'keys' in section && section.keys.slice(0, 2)).toEqual(['own_visa', 'own_which'])
  const asked = (answer: Record<string, string>) =>
    questionsShown(form, applicationWith(answer)).some(({ question }) => question.key === 'own_which')
  expect(asked({ own_visa: 'Y' })).toBe(true)
  expect(asked({ own_visa: 'N' })).toBe(false)
})

test('own questions in each entry, own blocks, and a block in each entry of another have keys of their own', () => {
  const form = withStructure(admissions, {
    own: {
      own_minor: { kind: 'text', in: 'repeated:colleges', label: 'Minor' },
      own_courses: {
        kind: 'repeated',
        in: 'repeated:colleges',
        label: 'Courses',
        entry: 'Course',
        most: 20,
        print: 'table',
      },
      own_title: { kind: 'text', in: 'repeated:own_courses', label: 'Title' },
      own_grade: {
        kind: 'select',
        in: 'repeated:own_courses',
        label: 'Grade',
        options: { A: 'A', B: 'B' },
        order: ['A', 'B'],
      },
      own_retaken: { kind: 'tick', in: 'repeated:own_courses', label: 'Taken again' },
    },
    asked_if: {
      own_retaken: { valueKey: 'own_grade', operator: 'equals', target: 'B' },
      own_minor: { valueKey: 'college_name', operator: 'answered' },
    },
  })
  expect(form.keys).toContain('college_own_minor')
  expect(form.keys).toContain('college_8_own_minor')
  expect(form.keys).toContain('college_2_own_courses_20_title')
  const json = JSON.stringify(everyItem(form).filter(({ kind }) => kind === 'when'))
  expect(json).toContain('"valueKey":"college_2_own_courses_3_grade"')
  expect(json).toContain('"valueKey":"college_3_name"')
  const grade = questionsByKey(form).get('college_2_own_courses_3_grade')
  expect(grade?.kind === 'choice' && grade.list).toBe('college_own_courses_1_grade')
})

test('every key that was ever asked is asked or retired, whatever an office does', () => {
  const names = everyItem(admissions).map(nameOf)
  const sections = everyItem(admissions).flatMap((item) => (item.kind === 'section' ? [nameOf(item)] : []))
  const containers = [...sections, ...admissions.pages.map(({ slug }) => nameOfPage(slug))]
  const structure = fc.record({
    stopped: fc.dictionary(fc.constantFrom(...names), fc.constant('yes')),
    moved: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...containers)),
    order: fc.dictionary(fc.constantFrom(...containers), fc.array(fc.constantFrom(...names))),
    own: fc.dictionary(
      fc.constantFrom('own_a', 'own_b', 'own_c'),
      fc.record({
        kind: fc.constantFrom('text' as const, 'checkboxes' as const, 'upload' as const),
        in: fc.constantFrom(...containers, 'repeated:colleges'),
        label: fc.string(),
        options: fc.constant({ A: 'A', B: 'B' }),
      }),
    ),
  })
  fc.assert(
    fc.property(structure, (given) => {
      const form = withStructure(admissions, given)
      const retired = form.retired.map(({ key }) => key)
      expect(new Set(form.keys).size).toBe(form.keys.length)
      expect(retired.filter((key) => (form.keys as readonly string[]).includes(key))).toEqual([])
      expect([...form.keys, ...retired]).toEqual(expect.arrayContaining([...admissions.keys]))
      const register = registerOf(baseRegister(), admissions, given)
      expect(new Set(register.keys.map(({ key }) => key))).toEqual(new Set([...form.keys, ...retired]))
      expect(new Set(retiredIn(register, form).map(({ key }) => key))).toEqual(new Set(retired))
    }),
    { numRuns: 40 },
  )
})

test('the columns of an edition begin with those of every edition before it, also over a release', () => {
  const first: Structure = {
    versions: ['2026.9+4'],
    own: { own_z: { kind: 'text', in: 'page:about', label: 'Z', since: '2026.9+4' } },
  }
  const second: Structure = {
    versions: ['2026.9+4', '2026.9+11'],
    stopped: { own_z: '2026.9+4' },
    own: { ...first.own, own_a: { kind: 'text', in: 'page:about', label: 'A', since: '2026.9+11' } },
  }
  const [one, two] = [first, second].map((each) => registerOf(baseRegister(), admissions, each))
  const keys = (register = one) => register?.keys.map(({ key }) => key)
  expect(keys(two)?.slice(0, keys(one)?.length)).toEqual(keys(one))
  expect(keys(two)?.slice(-2)).toEqual(['own_z', 'own_a'])
  expect(two && registerAt(two, '2026.9+4').keys.map(({ key }) => key)).toEqual(keys(one))
  expect(two?.keys.find(({ key }) => key === 'own_z')?.last).toBe('2026.9+4')

  const next = { ...baseRegister(), versions: [...baseRegister().versions, '2026.10'] }
  const later = {
    ...next,
    keys: [...next.keys, { key: 'new', kind: 'text', care: 'none', label: 'New', first: '2026.10' } as const],
  }
  const upgraded = registerOf(later, { ...admissions, version: '2026.10' }, second)
  expect(keys(upgraded)?.slice(0, keys(two)?.length)).toEqual(keys(two))
  expect(upgraded.versions).toEqual([...baseRegister().versions, '2026.9+4', '2026.9+11', '2026.10', '2026.10+11'])
  expect(withStructure({ ...admissions, version: '2026.10' }, second).version).toBe('2026.10+11')
})

test('what was published under a key cannot come back as something else', () => {
  const before: Structure = {
    versions: ['2026.9+4'],
    own: { own_z: { kind: 'text', in: 'page:about', label: 'Z', since: '2026.9+4' } },
  }
  const after = withStructure(admissions, { own: { own_z: { kind: 'tick', in: 'page:about', label: 'Z' } } })
  expect(registerErrors(registerOf(baseRegister(), admissions, before), after)).toEqual([
    'own_z has had the kind text since version 2026.9+4, and cannot have tick now.',
  ])
})

test('no key of the form could be taken for one of the office, and no two items share a name', () => {
  expect(admissions.keys.filter((key) => /(^|_)own_/.test(key))).toEqual([])
  // The lists of one dropdown are one question.
  const variants = everyItem(admissions).flatMap((item) =>
    item.kind === 'conditionalChoice' ? Object.values(item.variants) : [],
  )
  const lists = new Set<unknown>(variants)
  const names = everyItem(admissions).flatMap((item) => (lists.has(item) ? [] : [nameOf(item)]))
  expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([])
})

test('a dropdown with several lists goes by the condition of the key that they share', () => {
  const choice = everyItem(admissions).find((item) => item.kind === 'conditionalChoice')
  const key = choice && 'keys' in choice ? (choice.keys[0] ?? '') : ''
  const form = withStructure(admissions, {
    asked_if: { [key]: { valueKey: 'first_name', operator: 'equals', target: 'Ada' } },
  })
  expect(form.keys).toContain(key)
  const around = everyItem(form).filter(
    (item) => item.kind === 'when' && item.items.some(({ kind }) => kind === 'conditionalChoice'),
  )
  expect(JSON.stringify(around)).toContain('"valueKey":"first_name"')
})

test('what is printed behind a question that is stopped is printed where it is asked', () => {
  const form = withStructure(admissions, { stopped: { prev_name: 'yes' } })
  expect(form.keys.filter((key) => key === 'ssn')).toEqual(['ssn'])
  const printed = JSON.stringify(outlineOf(form, applicationWith({ ssn: '078051120', last_name: 'Ek' })))
  expect(printed).toContain('"key":"ssn"')
})

describe('rules of own questions', () => {
  const problemsWith = (item: OwnItem, answer: Record<string, string>) => {
    const form = withStructure(admissions, { own: { own_q: { ...item, in: 'page:about' } as OwnItem } })
    return problemsIn(form, applicationWith(answer), '2026-12-01').filter(({ key }) => key.startsWith('own_q'))
  }
  const base = { in: 'page:about', label: 'Q' } as const
  const options = { A: 'A', B: 'B', C: 'C' }
  test.each<[string, OwnItem, Record<string, string>, number]>([
    ['words within', { ...base, kind: 'paragraph', words: 3 }, { own_q: ' one  two\nthree ' }, 0],
    ['one word more', { ...base, kind: 'paragraph', words: 3 }, { own_q: 'one two three four' }, 1],
    ['like an example', { ...base, kind: 'text', like: ['A12-3', '99 (x)'] }, { own_q: 'Ž98-7' }, 0],
    ['like the other', { ...base, kind: 'text', like: ['A12-3', '99 (x)'] }, { own_q: '01 (b)' }, 0],
    ['like none', { ...base, kind: 'text', like: ['A12-3', '99 (x)'] }, { own_q: '01 [b]' }, 1],
    ['a number within', { ...base, kind: 'number', min: 1, max: 5, decimals: 'yes' }, { own_q: '4.5' }, 0],
    ['a number outside', { ...base, kind: 'number', min: 1, max: 5 }, { own_q: '6' }, 1],
    ['another answer', { ...base, kind: 'text', differs: 'last_name' }, { own_q: 'Ek', last_name: 'Ekk' }, 0],
    ['the same answer', { ...base, kind: 'text', differs: 'last_name' }, { own_q: 'Ek', last_name: 'Ek' }, 1],
    ['too few checked', { ...base, kind: 'checkboxes', options, least: 2 }, { own_q_B: 'true' }, 1],
    ['too few checked, the first of them', { ...base, kind: 'checkboxes', options, least: 2 }, { own_q_A: 'true' }, 1],
    ['enough checked', { ...base, kind: 'checkboxes', options, least: 2 }, { own_q_B: 'true', own_q_C: 'true' }, 0],
    ['too many checked', { ...base, kind: 'checkboxes', options, most: 1 }, { own_q_B: 'true', own_q_C: 'true' }, 1],
    ['as many as may be', { ...base, kind: 'checkboxes', options, most: 1 }, { own_q_C: 'true' }, 0],
  ])('%s', (_, item, answer, count) => {
    expect(problemsWith(item, answer)).toHaveLength(count)
  })
})

test('an own section is carried to the next application and printed on its own sheet where the office says so', () => {
  const section = { kind: 'section', in: 'page:about', label: 'Work' } as const
  const own = {
    own_work: { ...section, carried: 'yes', own_sheet: 'yes' },
    own_plans: section,
    own_job: { kind: 'text', in: 'section:own_work', label: 'Job' },
    own_proof: { kind: 'upload', in: 'section:own_work', label: 'Proof' },
    own_plan: { kind: 'text', in: 'section:own_plans', label: 'Plan' },
  } as const
  const form = withStructure(admissions, { own })
  expect([...carriedKeys(form)].filter((key) => key.startsWith('own_'))).toEqual(['own_job'])
  const rows = registerOf(baseRegister(), admissions, { own }).keys.filter(({ key }) => key.startsWith('own_'))
  expect(rows.map(({ key, sheet }) => [key, sheet])).toEqual([
    ['own_job', 'own_work'],
    ['own_plan', undefined],
    ['own_proof', 'own_work'],
  ])
})

/** So many boxes by which staff filter. */
const ticks = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `own_${index}`,
      { kind: 'tick', in: 'section:name', label: `Box ${index}`, facet: 'yes' } as const,
    ]),
  )

describe('what cannot be asked is refused in a sentence', () => {
  const text = { kind: 'text', in: 'section:name', label: 'Hobby' } as const
  test.each<[string, Structure, RegExp]>([
    ['a name that nothing has', { stopped: { nothing: 'yes' } }, /nothing that is called nothing/],
    ['what others must have', { stopped: { entry_term: 'yes' } }, /must be asked\. An application is for one term/],
    ['a section with it', { stopped: { 'section:program': 'yes' } }, /must be asked/],
    ['the signature', { stopped: { certify_checkbox: 'yes' } }, /must be asked\. The statements are what is signed/],
    [
      'a part of a date',
      { stopped: { college_attend_from_month: 'yes' } },
      /part of “.*”, which is asked whole or not at all/,
    ],
    [
      'a part of a date under a condition',
      { asked_if: { college_attend_from_month: { valueKey: 'first_name', operator: 'answered' } } },
      /part of “.*”, which is asked whole or not at all/,
    ],
    [
      'the box of a block under a condition',
      { asked_if: { mailing_addr_same_as_perm_addr: { valueKey: 'first_name', operator: 'answered' } } },
      /part of “.*”, which is asked whole or not at all/,
    ],
    ['what another goes by', { stopped: { us_citizen: 'yes' } }, /goes by the answer to “.*citizen/],
    [
      'a question in nothing',
      { own: { own_a: { ...text, in: 'section:none' } } },
      /stands in section:none, which the form does not have/,
    ],
    [
      'a choice without options',
      { own: { own_a: { ...text, kind: 'radio', options: { A: 'A' } } } },
      /needs at least two options/,
    ],
    [
      'two options that read the same',
      { own: { own_a: { ...text, kind: 'radio', options: { A: 'Yes', B: ' yes' } } } },
      /read the same/,
    ],
    [
      'bounds that no number meets',
      { own: { own_a: { ...text, kind: 'number', min: 3, max: 1 } } },
      /at least 3 and at most 1/,
    ],
    [
      'itself',
      { own: { own_a: text }, asked_if: { own_a: { valueKey: 'own_a', operator: 'answered' } } },
      /goes by “Hobby”, which is asked later/,
    ],
    [
      'what comes later',
      { asked_if: { first_name: { valueKey: 'sat_taken', operator: 'equals', target: 'Y' } } },
      /goes by “.*SAT.*”, which is asked later/,
    ],
    [
      'an answer that cannot be',
      {
        own: { own_a: { ...text, in: 'page:education' } },
        asked_if: { own_a: { valueKey: 'us_citizen', operator: 'equals', target: 'MAYBE' } },
      },
      /MAYBE/,
    ],
    [
      'what nobody asks',
      { own: { own_a: text }, asked_if: { own_a: { valueKey: 'xyz', operator: 'answered' } } },
      /goes by xyz, which the form does not ask/,
    ],
    [
      'an age by what is no date',
      {
        own: { own_a: text },
        asked_if: { own_a: { valueKey: 'first_name', operator: 'age', on: '2027-08-23', under: 18 } },
      },
      /age by first_name, which is no date/,
    ],
    [
      'an age on no day',
      {
        own: { own_a: { ...text, in: 'page:education' } },
        asked_if: { own_a: { valueKey: 'birth_date', operator: 'age', on: '2027-02-30', least: 18 } },
      },
      /age on 2027-02-30, which is no day of the calendar/,
    ],
    [
      'a filter by what people write',
      { own: { own_a: { ...text, facet: 'yes' } } },
      /Nobody can filter by “Hobby”: only by a choice/,
    ],
    [
      'a filter by what is sensitive',
      { own: { own_a: { ...text, kind: 'tick', facet: 'yes', care: 'sensitive' } } },
      /“Hobby” is sensitive, so nobody can filter by it/,
    ],
    [
      'a filter by what each entry has',
      { own: { own_a: { ...text, kind: 'tick', facet: 'yes', in: 'repeated:colleges' } } },
      /asked for each entry/,
    ],
    ['eleven filters', { own: ticks(11) }, /Staff can filter by 10 questions, and 11 are marked/],
    ['a question moved into a question', { moved: { first_name: 'last_name' } }, /a question in a page or a section/],
    [
      'two with one key',
      { own: { own_a: { ...text, kind: 'checkboxes', options: { B: 'B', C: 'C' } }, own_a_b: text, own_a_B: text } },
      /asked more than once/,
    ],
  ])('%s', (_, structure, says) => {
    const faults = structureFaults(admissions, structure, needs)
    expect(faults.map((each) => each.says).join(' ')).toMatch(says)
  })

  test('and what can be is not', () => {
    const own = {
      own_a: text,
      own_b: { ...text, kind: 'radio', options: { A: 'A', B: 'B' }, in: 'repeated:colleges' },
    } as const
    const asked_if = { own_a: { valueKey: 'first_name', operator: 'answered' } } as const
    const stopped = { gender: 'yes', 'section:military': 'yes', college_gpa: 'yes', college_gpa_scale: 'yes' }
    expect(structureFaults(admissions, { own, asked_if, stopped, required: { chosen_name: 'yes' } }, needs)).toEqual([])
    // What is not asked any more is no filter.
    expect(structureFaults(admissions, { own: ticks(11), stopped: { own_3: 'yes' } }, needs)).toEqual([])
  })
})

test('a block of its own is there before anything stands in it, and cannot be published so', () => {
  const own = {
    own_jobs: { kind: 'repeated', in: 'section:contact', label: 'Jobs', most: 3 },
    own_courses: { kind: 'repeated', in: 'repeated:colleges', label: 'Courses', most: 3 },
  } as const
  expect([...namedItems(withStructure(admissions, { own })).keys()]).toEqual(
    expect.arrayContaining(['repeated:own_jobs', 'repeated:own_courses']),
  )
  expect(structureFaults(admissions, { own }, needs)).toEqual([
    { name: 'repeated:own_jobs', says: '“Jobs” has nothing in it yet. Add a question to it.' },
    { name: 'repeated:own_courses', says: '“Courses” has nothing in it yet. Add a question to it.' },
  ])
  // What is stopped with everything in it is gone.
  const filled = { ...own, own_title: { kind: 'text', in: 'repeated:own_jobs', label: 'Title' } } as const
  const without = namedItems(withStructure(admissions, { own: filled, stopped: { own_title: 'yes' } }))
  expect(without.has('repeated:own_jobs')).toBe(false)
})
