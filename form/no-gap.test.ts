import { describe, expect, test } from 'vitest'
import { type OwnItem, problemsIn, structureFaults, withStructure } from '../engine/index.ts'
import { admissions, needs } from './index.ts'

const applicationWith = (answer: Record<string, string>) => ({ answer, add_another: {}, tabs: {}, document_answer: {} })

describe('entries that leave no month out', () => {
  const date = { kind: 'date', in: 'repeated:own_jobs' } as const
  const own = {
    own_jobs: { kind: 'repeated', in: 'page:about', label: 'Jobs', most: 4 },
    own_from: { ...date, label: 'From', no_gap: 'own_to' },
    own_to: { ...date, label: 'To' },
  } as const
  const form = withStructure(admissions, { own })
  const wrongOf = (...jobs: readonly (readonly [from: string, to: string])[]) => {
    const answer = Object.fromEntries(
      jobs.flatMap(([from, to], index) => [
        [`own_jobs_${index + 1}_from`, from],
        [`own_jobs_${index + 1}_to`, to],
      ]),
    )
    const given = applicationWith(answer)
    return problemsIn(form, given, '2026-12-01').flatMap(({ key }) => (key.startsWith('own_jobs_') ? [key] : []))
  }
  test.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
    ['one alone', [['2020-01-01', '2020-06-30']], []],
    [
      'one after the other',
      [
        ['2020-01-01', '2020-06-30'],
        ['2020-07-01', ''],
      ],
      [],
    ],
    [
      '31 days later',
      [
        ['2020-01-01', '2020-06-30'],
        ['2020-07-31', ''],
      ],
      [],
    ],
    [
      '32 days later',
      [
        ['2020-01-01', '2020-06-30'],
        ['2020-08-01', ''],
      ],
      ['own_jobs_2_from'],
    ],
    [
      'in any order',
      [
        ['2020-08-01', ''],
        ['2020-01-01', '2020-06-30'],
      ],
      ['own_jobs_1_from'],
    ],
    [
      'while an earlier one lasts',
      [
        ['2020-01-01', ''],
        ['2024-01-01', '2024-02-01'],
      ],
      [],
    ],
    [
      'covered by the one before the last',
      [
        ['2018-01-01', '2022-12-31'],
        ['2019-01-01', '2019-02-01'],
        ['2023-01-01', ''],
      ],
      [],
    ],
    [
      'two at the same time, after a gap',
      [
        ['2018-01-01', '2018-02-01'],
        ['2020-01-01', ''],
        ['2020-01-01', ''],
      ],
      ['own_jobs_2_from', 'own_jobs_3_from'],
    ],
    [
      'across a leap day',
      [
        ['2020-01-01', '2020-02-01'],
        ['2020-03-03', ''],
      ],
      [],
    ],
  ])('%s', (_, jobs, wrong) => expect(wrongOf(...jobs)).toEqual(wrong))

  test('say what to do', () => {
    const answer = { own_jobs_1_from: '2020-01-01', own_jobs_1_to: '2020-02-01', own_jobs_2_from: '2021-01-01' }
    const given = applicationWith(answer)
    const [found] = problemsIn(form, given, '2026-12-01').filter(({ key }) => key === 'own_jobs_2_from')
    expect(found?.message).toBe('Nothing is said of the time before this date. Add what you did then.')
  })

  test.each<[string, Partial<OwnItem>]>([
    ['until what is no date', { no_gap: 'own_jobs' }],
    ['until what is not asked', { no_gap: 'own_nothing' }],
    ['until itself', { no_gap: 'own_from' }],
    ['outside of a block', { in: 'page:about' }],
    ['as a text', { kind: 'text' }],
  ])('and not %s', (_, change) => {
    const changed = { ...own, own_from: { ...own.own_from, ...change } }
    expect(structureFaults(admissions, { own: changed }, needs).map(({ says }) => says)).toContainEqual(
      expect.stringContaining('“From” leaves no gap only as a date in a block'),
    )
  })
  test('as they are, they can be published', () => {
    expect(structureFaults(admissions, { own }, needs)).toEqual([])
  })
})
