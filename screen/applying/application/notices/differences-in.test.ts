import { describe, expect, test } from 'vitest'
import {
  address,
  choice,
  emptyApplication,
  form,
  is,
  page,
  section,
  ssn,
  text,
  tick,
  tickGroup,
  when,
} from '../../../../engine/index.ts'
import { differencesIn, excerptsOf } from './differences-in.ts'

describe('differences in', () => {
  const asked = form('1', [
    page('about', 'About', [
      text('first_name', 'First Name'),
      section('citizenship', 'Citizenship', [
        choice('us_citizen', 'Are you a US citizen?', [
          ['Y', 'Yes'],
          ['N', 'No'],
        ]),
        ssn('ssn', 'Social Security number'),
      ]),
    ]),
  ])

  test('differing answers are shown as text, and secret ones by their last characters only', () => {
    const application = { ...emptyApplication, answer: { first_name: 'Maya', us_citizen: 'Y', ssn: '123-45-6789' } }
    const answer = { first_name: 'Maya', us_citizen: 'N', ssn: '987-65-4321' }
    expect(differencesIn(asked, application, answer).flat()).toEqual([
      { key: 'us_citizen', label: 'Are you a US citizen?', under: 'Citizenship', saved: 'Yes', here: 'No' },
      {
        key: 'ssn',
        label: 'Social Security number',
        under: 'Citizenship',
        saved: '***-**-6789',
        here: '***-**-4321',
      },
    ])
  })

  test('a number from the server is masked, and may end in the same digits as one typed here', () => {
    const application = { ...emptyApplication, answer: { ssn: '***-**-6789' } }
    expect(differencesIn(asked, application, { ssn: '123-45-6789' }).flat()).toMatchObject([
      { key: 'ssn', saved: '***-**-6789', here: '***-**-6789' },
    ])
  })

  test('an answer that was emptied on one side is a difference', () => {
    const [emptied] = differencesIn(asked, emptyApplication, { first_name: 'Maya' }).flat()
    expect(emptied).toMatchObject({ saved: 'Not answered', here: 'Maya' })
    const application = { ...emptyApplication, answer: { first_name: 'Maya' } }
    expect(differencesIn(asked, application, { first_name: '' }).flat()).toMatchObject([
      { saved: 'Maya', here: 'Not answered' },
    ])
  })

  test('a question that a saved answer hides is not a difference, because it follows the choice', () => {
    const citizen = choice('citizen', 'Citizen', [
      ['Y', 'Yes'],
      ['N', 'No'],
    ])
    const hiding = form('1', [page('about', 'About', [citizen, when(is(citizen, 'N'), [text('country', 'Country')])])])
    const application = { ...emptyApplication, answer: { citizen: 'Y' } }
    expect(differencesIn(hiding, application, { citizen: 'N', country: 'NOR' }).flat()).toMatchObject([
      { key: 'citizen', saved: 'Yes', here: 'No' },
    ])
  })

  test('answers that belong together are shown together', () => {
    const home = form('1', [
      page('about', 'About', [address('Home', [text('street', 'Street'), text('city', 'City')])]),
    ])
    const application = { ...emptyApplication, answer: { street: '1 Main', city: 'Butte' } }
    const differences = differencesIn(home, application, { street: '2 Elm', city: 'Helena' })
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject([{ here: '2 Elm' }, { here: 'Helena' }])
  })

  test('long answers are shown where they differ', () => {
    const essay = 'I kept bees before I kept books. '.repeat(30)
    const application = { ...emptyApplication, answer: { first_name: `${essay}One.` } }
    const [difference] = differencesIn(asked, application, { first_name: `${essay}Two.` }).flat()
    expect(difference?.saved).toMatch(/^… .+One\.\n/)
    expect(difference?.here).toMatch(/^… .+Two\.\n/)
  })

  test('ticks are shown as words', () => {
    const crimes = tickGroup('Crimes', [tick('arson', 'Arson')], { none: tick('none', 'None') })
    const application = { ...emptyApplication, answer: { none: 'true' } }
    expect(
      differencesIn(form('1', [page('about', 'About', [crimes])]), application, { none: '', arson: 'true' }),
    ).toEqual([
      [
        { key: 'arson', label: 'Arson', under: 'Crimes', saved: 'Not checked', here: 'Checked' },
        { key: 'none', label: 'None', under: 'Crimes', saved: 'Checked', here: 'Not checked' },
      ],
    ])
  })
})

describe('excerpts of', () => {
  const beginning = 'I grew up on a ranch and kept the books of it. '.repeat(100)
  const rest = 'Then I came to town. '.repeat(50)

  test('two essays start shortly before their first difference, and show their lengths', () => {
    const [saved, here] = excerptsOf(`${beginning}It was cold. ${rest}`, `${beginning}It was windy. ${rest}`)
    expect(saved).toMatch(/^… \w.{20,58}It was cold\. Then I .+ …\n\(5,763 characters in all\)$/)
    expect(here).toMatch(/^… \w.{20,58}It was windy\. Then I .+ …\n\(5,764 characters in all\)$/)
    expect(here.length).toBeLessThan(300)
  })

  test('a longer essay shows the place where the other one ends', () => {
    const [saved, here] = excerptsOf(beginning, `${beginning}It was windy.`)
    expect(saved).toMatch(/^… .+kept the books of it\.\n\(4,700 characters in all\)$/)
    expect(here).toMatch(/^… .+kept the books of it\. It was windy\.\n\(4,713 characters in all\)$/)
  })

  test.each([
    ['short answers are shown whole', 'Bozeman', 'Helena', ['Bozeman', 'Helena']],
    ['their empty lines too', 'one\n\ntwo', 'one\n\nthree', ['one\n\ntwo', 'one\n\nthree']],
    ['a short one stands whole beside a long one', 'No.', beginning, ['No.', expect.stringMatching(/^I grew .+ …\n/)]],
    [
      'a text without spaces begins before the difference all the same',
      `${'x'.repeat(400)}a`,
      `${'x'.repeat(400)}b`,
      [`… ${'x'.repeat(60)}a\n(401 characters in all)`, `… ${'x'.repeat(60)}b\n(401 characters in all)`],
    ],
    [
      'no character is cut in two, and no empty lines stand between',
      `${'😀'.repeat(400)}\n\n\na`,
      `${'😀'.repeat(400)}\n\n\nb`,
      [expect.stringMatching(/^… a\n\(404 /u), expect.stringMatching(/^… b\n\(404 /u)],
    ],
  ])('%s', (_, saved, here, expected) => {
    expect(excerptsOf(saved, here)).toEqual(expected)
  })
})
