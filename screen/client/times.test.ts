import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import institutionFile from '../../institution.json' with { type: 'json' }
import { providePageData } from './page-data.ts'
import { dayInWords, deadline, momentInWords } from './times.ts'

beforeEach(() => {
  const data = { identity_cookie_prefix: 'C', release: '1', today: '2026-12-01', now: new Date().toJSON() }
  providePageData(JSON.parse(JSON.stringify({ ...data, institution: institutionFile.public })))
})

test('times are those of the institution, and name its zone', () => {
  expect(momentInWords('2026-12-01T05:30:00Z')).toBe('November 30, 2026 at 10:30 PM MST')
  expect(dayInWords('2026-12-01T05:30:00Z')).toBe('November 30, 2026')
  expect(deadline('2026-12-16T07:00:00Z')).toBe('through December 15, 2026')
})

test('no page writes a time in the zone of the device', () => {
  const files = globSync('screen/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '../..') })
  const calls = files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    return [...text.matchAll(/Intl\.DateTimeFormat\((?:locale\(\))?([^)]*)\)/g)].map(([, options = '']) => ({
      file,
      options,
    }))
  })
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.filter(({ options }) => !/timeZone|time_zone/.test(options))).toEqual([])
})
