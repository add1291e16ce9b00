import {
  all,
  choice,
  choiceByValue,
  is,
  isAnswered,
  isNot,
  isOneOf,
  scores,
  text,
  upload,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { usCitizen } from '../about/citizenship.ts'
import { comingMonth, pastMonth } from '../blocks/month-and-year.ts'
import { englishAtSchool } from '../options/english-at-school.ts'
import { languageTests, languageTestVersions } from '../options/language-tests.ts'
import { yesNo } from '../options/yes-no.ts'

const otherFirstLanguage = choice(
  'intl_other_first_language',
  'Is your first language a language other than English?',
  yesNo,
  {
    as: 'radio',
  },
)
const schooling = choice('intl_english_at_school', 'How much of your schooling was in English?', englishAtSchool, {
  as: 'radio',
})
const test = choice('intl_test', 'Which English test did you take?', languageTests)
const version = choiceByValue(
  test,
  isAnswered(test),
  choice('intl_test_version', 'Which version?', [['', '--']]),
  languageTestVersions,
)

const otherTest = when(is(test, 'OTHER'), [text('intl_test_other', 'Which test?')])
const result = when(all(isAnswered(test), isNot(test, 'NONE')), [
  scores('English test score', [
    withPrefix('intl_test_', { ...pastMonth, label: 'Test date' }),
    text('intl_test_score', 'Total or overall score', {
      help: 'TOEFL: 1 to 6, or 0 to 120 on reports that show it.',
      invalid: 'Total or overall score: enter a number, like 6.5 or 95.',
      rules: [{ rule: 'number', decimals: true }],
      inputMode: 'decimal',
      fits: 6,
    }),
    upload('intl_test_report', 'Score report'),
  ]),
])
const plan = when(is(test, 'NONE'), [
  withPrefix('intl_test_plan_', { ...comingMonth, label: 'When you plan to take one' }),
])

/** English tests for applicants who did not grow up with the language (docs/decisions/0006). */
export const internationalTests = when(is(usCitizen, 'N'), [
  otherFirstLanguage,
  when(is(otherFirstLanguage, 'Y'), [schooling]),
  when(all(is(otherFirstLanguage, 'Y'), isOneOf(schooling, '2', '3')), [test, otherTest, version, result, plan]),
])
