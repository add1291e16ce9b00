import { type AnswerMap, answerTo, isGiven, say, toSay } from '../engine/index.ts'

/**
 * What an office would ask about: answers that are allowed but can hardly be meant. A warning never keeps anybody from
 * submitting, and the same answers have the same warnings. `today` is YYYY-MM-DD.
 */
export const warningsIn = (answer: AnswerMap, today: string): Warnings => ({
  ...dateWarnings(answer, today),
  ...gradeWarnings(answer),
  ...scoreWarnings(answer),
  ...twiceWarnings(answer),
  ...addressWarnings(answer),
  ...ssnWarnings(answer),
})

/** Numbers that the Social Security Administration gives to nobody. A masked number is not one of them. */
function ssnWarnings({ ssn = '' }: AnswerMap): Warnings {
  const [, area = '', group, serial] = /^(\d{3})-?(\d{2})-?(\d{4})$/.exec(ssn.trim()) ?? []
  if (group === undefined) return {}
  const isNobodys = area === '000' || area === '666' || group === '00' || serial === '0000' || PRINTED.includes(ssn)
  if (area.startsWith('9'))
    return { ssn: say('A Social Security number doesn’t begin with 9. An ITIN doesn’t belong here.') }
  return isNobodys ? { ssn: say('Nobody has this number. Please check it, or leave this empty.') } : {}
}

/** Printed on sample cards and in advertisements, and typed from them ever since. */
const PRINTED = ['078-05-1120', '219-09-9999']

/** What looks wrong about an answer, by the key at which to say it. */
type Warnings = Readonly<Record<string, string>>

const PREFIXES = ['mailing_', 'parent_', 'parent_2_', 'instate_employer_', 'instate_spouse_employer_']

/** An address that was begun and lacks what the mail needs, said at the first part that is missing. */
function addressWarnings(answer: AnswerMap): Warnings {
  return Object.fromEntries(
    PREFIXES.flatMap((prefix) => {
      const isMissing = (part: string) => !isGiven(answer[`${prefix}${part}`])
      const isStarted = ['address_line_1', 'address_line_2', 'city', 'state', 'region', 'zip'].some(
        (part) => !isMissing(part),
      )
      const country = answer[`${prefix}country`] ?? ''
      const needed = ['', 'USA', 'CAN'].includes(country)
        ? ['address_line_1', 'zip', 'city', 'state']
        : ['address_line_1', 'city']
      const missing = isStarted ? needed.find(isMissing) : undefined
      return missing === undefined
        ? []
        : [[`${prefix}${missing}`, say('The address isn’t complete without this.')] as const]
    }),
  )
}

/** Months before the applicant's birth, still to come, or in the wrong order. */
function dateWarnings(answer: AnswerMap, today: string): Warnings {
  const born = answerTo(answer, 'birth_date')
  const warnings: Record<string, string> = {}
  for (const yearKey of Object.keys(answer)) {
    const [, prefix] = /^(.+_)year$/.exec(yearKey) ?? []
    if (prefix === undefined || OF_OTHERS.test(prefix)) continue
    const month = monthAt(prefix, answer)
    if (month === undefined) continue
    const begin = startOf(prefix, answer)
    if (born !== '' && month.latest < born.slice(0, 7))
      warnings[`${prefix}month`] = say('This is before you were born. Please check the year.')
    else if (IS_PLANNED.test(prefix)) {
      if (month.latest < today.slice(0, 7)) warnings[`${prefix}month`] = say('This month is over. Please check it.')
    } else if (month.earliest > today.slice(0, 7))
      warnings[`${prefix}month`] = say('This month is still to come. Please check it.')
    else if (begin !== undefined && month.latest < begin.earliest)
      warnings[`${prefix}month`] = say('This ends before it begins. Please check both dates.')
  }
  return warnings
}

// Years of parents, who were there first, and the year of a tax return.
const OF_OTHERS = /^(parent_|instate_parent_|instate_tax_)/
const IS_PLANNED = /(_plan_|_expected_)$/

type Span = { readonly earliest: string; readonly latest: string }

/** A month as YYYY-MM. Without the month it may be any of the year. */
function monthAt(prefix: string, answer: AnswerMap): Span | undefined {
  const year = answerTo(answer, `${prefix}year`)
  const month = answerTo(answer, `${prefix}month`).padStart(2, '0')
  if (!/^\d{4}$/.test(year)) return undefined
  return month === '00'
    ? { earliest: `${year}-01`, latest: `${year}-12` }
    : { earliest: `${year}-${month}`, latest: `${year}-${month}` }
}

/** The month in which the period began that ends at this prefix. */
function startOf(prefix: string, answer: AnswerMap): Span | undefined {
  const start = prefix.replace(/_to_$/, '_from_').replace(/_end_$/, '_start_')
  return start === prefix ? undefined : monthAt(start, answer)
}

/** A GPA above its scale, credits that are no number, and a rank in a class that is too small for it. */
function gradeWarnings(answer: AnswerMap): Warnings {
  const warnings: Record<string, string> = {}
  for (const key of Object.keys(answer)) {
    const value = answerTo(answer, key).trim()
    if (value === '') continue
    if (/^(hs|college(_\d)?)_gpa$/.test(key)) {
      const scale = answerTo(answer, `${key}_scale`)
      if (!isNumber(value)) warnings[key] = say('Enter your GPA as a number, like 3.4.')
      else if (scale !== '' && Number(value) > Number(scale))
        warnings[key] = say('This is above the scale of {scale}. Please check both.', { scale })
      else if (scale === '' && Number(value) > 100)
        warnings[key] = say('This is above every scale we know. Please check it.')
    }
    if (/^college(_\d)?_credits$/.test(key) && !isNumber(value))
      warnings[key] = say('Enter your credits as a number, like 60.')
  }
  const [rank, size] = [answerTo(answer, 'hs_class_rank').trim(), answerTo(answer, 'hs_class_size').trim()]
  if (size !== '' && !/^\d+$/.test(size))
    warnings.hs_class_size = say('Enter the size of your class as a number, like 140.')
  else if (rank !== '' && size !== '' && Number(rank) > Number(size))
    warnings.hs_class_size = say('Your rank is higher than the size of your class. Please check both.')
  return warnings
}

const isNumber = (value: string) => /^\d+(\.\d+)?$/.test(value)

type Scale = { readonly from: number; readonly to: number; readonly step: number; readonly words: string }

/** The scales of English tests in 2026, as their owners publish them. */
const scales: Readonly<Record<string, readonly Scale[]>> = {
  TOEFL: [
    {
      from: 1,
      to: 6,
      step: 0.5,
      words: toSay('TOEFL scores are 1 to 6 in half points, or 0 to 120. Please check yours.'),
    },
    { from: 0, to: 120, step: 1, words: '' },
  ],
  IELTS: [{ from: 0, to: 9, step: 0.5, words: toSay('IELTS scores are 0 to 9, in half points. Please check yours.') }],
  DUOLINGO: [
    { from: 10, to: 160, step: 5, words: toSay('Duolingo scores are 10 to 160, in steps of 5. Please check yours.') },
  ],
  PTE: [{ from: 10, to: 90, step: 1, words: toSay('PTE scores are 10 to 90. Please check yours.') }],
  CAMBRIDGE: [
    { from: 80, to: 230, step: 1, words: toSay('Cambridge English Scale scores are 80 to 230. Please check yours.') },
  ],
}

/** TOEFL scores are 1 to 6 on tests since January 21, 2026; reports show 0 to 120 beside it until 2028. */
const NEW_TOEFL = 2026

/** Scores outside the scale of their test, and an SAT total that its parts do not add up to. */
function scoreWarnings(answer: AnswerMap): Warnings {
  return { ...englishWarnings(answer), ...satWarnings(answer) }
}

function englishWarnings(answer: AnswerMap): Warnings {
  const text = answerTo(answer, 'intl_test_score').trim()
  const test = answerTo(answer, 'intl_test')
  const known = scales[test]
  const score = Number(text)
  if (known === undefined || text === '' || Number.isNaN(score)) return {}
  if (!known.some((scale) => isOn(scale, score))) return { intl_test_score: say(known[0]?.words ?? '') }
  const year = Number(answerTo(answer, 'intl_test_year'))
  return test === 'TOEFL' && score <= 6 && year > 0 && year < NEW_TOEFL
    ? {
        intl_test_score: say('Before {year}, TOEFL scores were 0 to 120. Please check yours.', { year: NEW_TOEFL }),
      }
    : {}
}

const isOn = ({ from, to, step }: Scale, score: number) => score >= from && score <= to && score % step === 0

function satWarnings(answer: AnswerMap): Warnings {
  const [total, reading, math] = ['total', 'reading_writing', 'math'].map((part) =>
    answerTo(answer, `sat_score_${part}`).trim(),
  )
  if (!total) return {}
  const year = Number(answerTo(answer, 'sat_test_year'))
  if (year > 0 && year < 2016) return {} // another scale, of three parts
  if (reading && math && Number(total) !== Number(reading) + Number(math))
    return {
      sat_score_total: say('Your two scores add up to {sum}. Please check the total.', {
        sum: Number(reading) + Number(math),
      }),
    }
  return Number(total) < 400 || Number(total) > 1600
    ? { sat_score_total: say('SAT totals are 400 to 1600. Please check yours.') }
    : {}
}

/** The prefixes of the eight colleges. */
export const ENTRIES = ['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}`)

/** A college that is listed twice, said at the later entry. */
function twiceWarnings(answer: AnswerMap): Warnings {
  const first = new Map<string, number>()
  const warnings: Record<string, string> = {}
  for (const [index, prefix] of ENTRIES.entries()) {
    const name = plain(answerTo(answer, `${prefix}name`))
    if (name === '') continue
    // Two colleges may share a name, but not a place too.
    const college = `${name}, ${plain(answerTo(answer, `${prefix}city`))}, ${answerTo(answer, `${prefix}state`)}`
    const before = first.get(college)
    if (before === undefined) first.set(college, index + 1)
    else warnings[`${prefix}name`] = say('This is also College {number}. List each college once.', { number: before })
  }
  return warnings
}

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')
