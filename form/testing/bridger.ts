import { withInstitution } from '../../engine/index.ts'
import { admissions } from '../admissions.ts'

/** The form with an institution's wording, as the product reads it. */
export const form = withInstitution(admissions, {
  partner_name: 'Bridger State University',
  address: { state: 'Montana' },
  links: {
    international: 'https://www.bridger.example/international',
    registration: 'https://www.bridger.example/registration',
  },
  character_limit: 7000,
  entry_terms: [
    ['', '--'],
    ['202770', 'Fall 2027'],
  ],
  majors: [
    ['', '--'],
    ['GEOL', 'Geology'],
  ],
  test_versions: {
    TOEFL: [
      ['', '--'],
      ['IBT', 'iBT at a test center'],
    ],
    IELTS: [
      ['', '--'],
      ['ACADEMIC', 'Academic'],
    ],
  },
})

/** The current day in the tests. */
export const today = '2026-11-21'
