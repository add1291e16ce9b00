import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { betweenCycles, graceOf, termProblem } from './entry-term.ts'

const terms = {
  time_zone: 'America/Denver',
  entry_terms: [
    ['', '--'],
    ['S', 'Spring 2027'],
    ['F', 'Fall 2027'],
    ['X', 'Spring 2028'],
  ] satisfies [string, string][],
  term_dates: { S: { closes: '2026-11-15' }, F: { opens: '2026-11-01', closes: '2027-03-13' }, X: {} },
}
const LAST = '2026-11-16T06:59:59.999Z'
const AFTER = '2026-11-16T07:00:00.000Z'
const codeOf = (now: string, since?: string, settings: object = {}, chosen = 'S') =>
  termProblem({ ...terms, ...settings }, chosen, new Date(now), since === undefined ? undefined : new Date(since))?.code

describe('an application for a term', () => {
  test('that closes today can be submitted until the last second, and then names the date', () => {
    expect(codeOf(LAST), proves('4.terms.3')).toBeUndefined()
    expect(termProblem(terms, 'S', new Date(AFTER), undefined), proves('4.terms.3')).toEqual({
      code: 'closed_term',
      message: 'Spring 2027 closed on November 15, 2026. Please choose another term.',
    })
  })
  test('that opens later says when', () => {
    expect(termProblem(terms, 'F', new Date('2026-11-01T05:59:59Z'), undefined)).toEqual({
      code: 'early_term',
      message: 'Fall 2027 opens on November 1, 2026. You can fill in this form and save it now, and submit it then.',
    })
    expect(codeOf('2026-11-01T06:00:00Z', undefined, {}, 'F')).toBeUndefined()
  })
  test('that was the last one is not told to choose another', () => {
    expect(codeOf(AFTER, undefined, { entry_terms: terms.entry_terms.slice(0, 2) })).toBe('last_term_closed')
  })
  test.each(['', 'X', 'unknown'])('%j without dates is never refused', (chosen) => {
    expect(codeOf('2099-01-01T00:00:00Z', undefined, {}, chosen)).toBeUndefined()
  })
  test('is never refused where no term has dates', () => {
    const { term_dates: _, ...without } = terms
    expect(termProblem(without, 'S', new Date(AFTER), undefined)).toBeUndefined()
  })
})

describe('whoever was being validated before the term closed', () => {
  const before = '2026-11-16T06:59:59.000Z'
  test.each([
    ['within 24 hours', '2026-11-17T06:59:59.999Z', before, {}, undefined],
    ['after 24 hours', '2026-11-17T07:00:00.000Z', before, {}, 'closed_term'],
    ['within the hours that are set', '2026-11-18T06:59:59.999Z', before, { grace_hours: 48 }, undefined],
    ['after them', '2026-11-18T07:00:00.000Z', before, { grace_hours: 48 }, 'closed_term'],
    ['without any grace', AFTER, before, { grace_hours: 0 }, 'closed_term'],
    ['but only since it had closed', AFTER, AFTER, {}, 'closed_term'],
  ])('%s', (_, now, since, settings, code) => expect(codeOf(now, since, settings), proves('4.terms.4')).toBe(code))

  test('has hours of the clock, also in a night in which the clocks change', () => {
    expect(graceOf(terms, 'F')?.closed.toISOString()).toBe('2027-03-14T07:00:00.000Z')
    expect(graceOf(terms, 'F')?.ends.toISOString()).toBe('2027-03-15T07:00:00.000Z') // 1 AM there
  })
})

test.each([
  [
    '2026-10-31',
    { S: { closes: '2026-10-30' }, F: { opens: '2026-11-02' }, X: { opens: '2026-11-01' } },
    'November 1, 2026',
  ],
  ['2026-10-31', { S: { closes: '2026-10-30' }, F: { closes: '2026-10-30' }, X: { closes: '2026-10-30' } }, 'save it.'],
])('between cycles the form says when a term opens, if one does', (today, term_dates, part) => {
  expect(betweenCycles({ ...terms, term_dates }, today), proves('4.terms.6')).toContain(part)
})
test.each([[terms], [{ ...terms, term_dates: undefined }]])('while a term is open it says nothing', (settings) => {
  expect(betweenCycles(settings, '2099-01-01')).toBeUndefined()
})
