import { expect, test } from 'vitest'
import { monthYear, section } from './blocks.ts'
import { form, page } from './form.ts'
import { choice, date, email, paragraph, ssn, text, tick, upload } from './questions.ts'
import { sectionSummary } from './section-summary.ts'
import { applicationWith } from './testing/application-with.ts'

const you = section('you', 'You', [
  text('first', 'First'),
  text('last', 'Last'),
  ssn('ssn', 'SSN'),
  text('gender', 'Gender', { care: 'sensitive' }),
  choice('citizen', 'Citizen?', [['Y', 'Yes']], { as: 'radio' }),
  tick('news', 'News'),
  paragraph('essay', 'Essay'),
  upload('scan', 'Scan'),
  date('born', 'Born'),
  choice('state', 'State', [['MT', 'Montana']]),
  monthYear('Since', choice('month', 'Month', [['9', 'September']]), choice('year', 'Year', [['2022', '2022']])),
  email('mail', 'Mail'),
])
const asked = form('1', [page('a', 'A', [you, section('other', 'Other', [text('other', 'Other')])])])
const summary = (answer: Record<string, string>) => sectionSummary(asked, you, applicationWith(answer))

test('the first answers that speak for themselves, in reading order', () => {
  const answer = {
    last: ' Lee ',
    month: '9',
    year: '2022',
    born: '2004-02-29',
    state: 'MT',
    mail: 'a@b.example',
    other: 'x',
  }
  expect(summary(answer)).toEqual({ answers: ['Lee', '2/29/2004', 'Montana', 'a@b.example'], count: 6 })
  expect(summary({ first: 'Ann', ...answer })).toMatchObject({
    answers: ['Ann', 'Lee', '2/29/2004', 'Montana'],
    count: 7,
  })
})

test('nothing secret or sensitive, and no Yes without its question', () => {
  const answer = { ssn: '501-55-0187', gender: 'F', citizen: 'Y', news: 'true', essay: 'Long', scan: 'ANSWERED' }
  expect(summary(answer)).toEqual({ answers: [], count: 6 })
})
