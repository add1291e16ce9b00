import { describe, expect, test } from 'vitest'
import { printedPages } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { pdfContent } from './pdf-content.ts'
import { richOutline, sampleInstitution } from './testing/sample-outlines.ts'

describe('the first page', () => {
  const pdfAt = (time: string, zone: string, configured = {}) =>
    pdfContent({
      pages: printedPages(richOutline, ['about', 'education']),
      institution: { ...sampleInstitution, time_zone: zone, ...configured },
      applicant: 'Bo Li',
      term: 'Fall 2027',
      reference: 'BSU-7KQ4-M2XD',
      submittedAt: new Date(time),
      formVersion: '2026.3',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    })

  test.each([
    ['2026-11-14T22:42:00Z', 'America/Denver', 'November 14, 2026 at 3:42 PM MST (UTC−07:00)'],
    ['2026-07-01T05:05:00Z', 'America/Denver', 'June 30, 2026 at 11:05 PM MDT (UTC−06:00)'],
    ['2026-07-01T05:05:00Z', 'UTC', 'July 1, 2026 at 5:05 AM UTC'],
  ])('%s in %s is printed with its zone', (time, zone, printed) => {
    const submitted = pdfAt(time, zone).cover.find(({ label }) => label === 'Submitted')
    expect(submitted?.text.replace('\u202f', ' ')).toBe(printed)
  })

  test.each(['009901', '123456'])(
    'contains the configured school code %s, and calls no transfer student a freshman',
    (school_code) => {
      const { cover } = pdfAt('2026-07-01T05:05:00Z', 'UTC', { school_code })
      expect(cover, proves('1.institution.7')).toContainEqual({ label: 'School code', text: school_code })
      expect(JSON.stringify(cover)).not.toContain('Freshman')
    },
  )
})
