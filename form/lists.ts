import type { SharedLists } from '../engine/index.ts'
import type { AdmissionsKey } from './admissions.ts'

/**
 * The lists that several questions share or that another system has codes for, by name, with the questions that take their
 * values from them; those of a first entry stand for all. Every other list is named after its question. Exports and code
 * maps know a list by this name, and never by being the same object.
 */
export const sharedLists = {
  countries: [
    'citizenship',
    'country',
    'mailing_country',
    'instate_employer_country',
    'instate_spouse_employer_country',
    'parent_country',
    'hs_country',
    'college_country',
  ],
  states: [
    'birth_state',
    'state',
    'mailing_state',
    'military_state',
    'instate_timeline_state',
    'instate_other_state_name',
    'instate_tax_elsewhere_state',
    'instate_motor_vehicle_state',
    'instate_employer_state',
    'instate_spouse_employer_state',
    'parent_state',
    'hs_state',
    'college_state',
  ],
  terms: ['entry_term'],
  majors: ['applied_major'],
  degrees: ['college_degree'],
} as const satisfies SharedLists & Readonly<Record<string, readonly AdmissionsKey[]>>
