import { withInstitution } from '../../engine/index.ts'
import { admissions } from '../admissions.ts'

const institution = {
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
}

/** The form with an institution's wording, as the product reads it, in the language of who reads. */
export const makeForm = () => withInstitution(admissions, institution)
export const form = makeForm()

/** The current day in the tests. */
export const today = '2026-11-21'
