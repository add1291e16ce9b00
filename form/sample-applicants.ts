import { type Application, emptyApplication } from '../engine/index.ts'
import type { AdmissionsKey } from './admissions.ts'

// Three made-up applicants who together are asked every question, for previews and tests. Each one's answers are complete.

const conduct = {
  crime_no: 'true',
  pending_no: 'true',
  charges_no: 'true',
  register: 'N',
  certify_checkbox: 'true',
  obligation_checkbox: 'true',
  legal_agree: 'true',
}
const month = (prefix: string, number = '9', year = '2022') => ({
  [`${prefix}month`]: number,
  [`${prefix}year`]: year,
})
const span = (prefix: string) => ({ ...month(`${prefix}from_`), ...month(`${prefix}to_`, '5', '2024') })
const address = (prefix: string) => ({
  [`${prefix}address_line_1`]: '12 Front Street',
  [`${prefix}address_line_2`]: 'B',
  [`${prefix}city`]: 'Helena',
  [`${prefix}state`]: 'Montana',
  [`${prefix}zip`]: '59601',
  [`${prefix}country`]: 'USA',
})

/** Without a state, which is asked only in the United States and Canada. */
const addressAbroad = (prefix: string) => ({
  ...address(prefix),
  [`${prefix}address_line_2`]: 'Inngang B',
  [`${prefix}city`]: 'Drammen',
  [`${prefix}state`]: '',
  [`${prefix}region`]: 'Buskerud',
  [`${prefix}zip`]: '3015',
  [`${prefix}country`]: 'NOR',
})

/** An adult citizen of the United States whose application is ordinary in every way. */
export const domestic: Application = {
  ...emptyApplication,
  answer: {
    first_name: 'June',
    last_name: 'Hale',
    birth_date: '2004-02-29',
    us_citizen: 'Y',
    email_address: 'june.hale@mail.example',
    ...address(''),
    mailing_addr_same_as_perm_addr: 'true',
    phone_mobile: '(406) 555-0142',
    entry_term: '202770',
    degree_nondegree: 'DS',
    applied_major: 'GEOL',
    prev_attend_undergraduate: 'N',
    prev_attend_webapp: 'N',
    applied_previously_transfer: 'N',
    military_served: 'N',
    instate_tuition: 'N',
    ged_transfer: 'D',
    hs_name: 'Helena High School',
    grad_month: '6',
    grad_year: '2022',
    college_name: 'Carroll College',
    suspended_academic: 'N',
    sat_taken: 'N',
    act_taken: 'N',
    sat_taken_unsure: 'true',
    act_taken_unsure: 'true',
    ...conduct,
  },
}

const college = (prefix: string) => ({
  [`${prefix}name`]: `Flathead Valley Community College ${prefix.replace(/\D/g, '')}`.trim(),
  [`${prefix}ceeb`]: '4317',
  ...address(prefix),
  [`${prefix}address_line_2`]: undefined,
  ...span(`${prefix}attend_`),
  [`${prefix}type`]: 'O',
  [`${prefix}type_other`]: 'Folk high school',
  [`${prefix}degree`]: 'OTHER',
  [`${prefix}degree_other`]: 'Diploma',
  [`${prefix}credits`]: '31.5',
  [`${prefix}gpa`]: '3.75',
  [`${prefix}gpa_scale`]: '4',
  [`${prefix}transcript`]: 'ANSWERED',
})
/** Where somebody still is has no month in which it ended. */
const ongoing = (prefix: string, key: string) => ({
  [`${prefix}to_month`]: undefined,
  [`${prefix}to_year`]: undefined,
  [key]: 'true',
})
const residence = (prefix: string) => ({
  [`${prefix}city`]: 'Helena',
  [`${prefix}state`]: 'Montana',
  ...span(prefix),
})
const parent = (prefix: string) => ({
  [`${prefix}relationship`]: 'MOTHER',
  [`${prefix}first_name`]: 'Ada',
  [`${prefix}last_name`]: 'Ortega',
  [`${prefix}email_address`]: 'ada.ortega@mail.example',
  [`${prefix}phone`]: '(406) 555-0123',
  [`${prefix}phone_international`]: '+47 32 12 34 56',
  ...address(prefix),
  [`${prefix}bozeman`]: 'Y',
  [`${prefix}alum_year`]: '1999',
})
const job = (prefix: string) => ({
  [`${prefix}employed`]: 'Y',
  [`${prefix}employed_full_time`]: 'Y',
  [`${prefix}employer_name`]: 'Front Street Books',
  ...address(`${prefix}employer_`),
})

/** A veteran and permanent resident with eight colleges, two parents, four residences and a spouse. */
export const veteran: Application = {
  ...emptyApplication,
  answer: {
    ...domestic.answer,
    middle_name: 'Inés',
    suffix: 'III',
    chosen_name: 'Junie',
    prev_name: 'Ortega',
    ssn: '501-55-0187',
    birth_city: 'Oslo',
    birth_state: 'Montana',
    us_citizen: 'N',
    perm_resident: 'Y',
    citizenship: 'NOR',
    contact_email_address: 'june@home.example',
    mailing_addr_same_as_perm_addr: '',
    ...address('mailing_'),
    phone_home: '(406) 555-0188',
    phone_international: '+47 22 12 34 56',
    optin_sms_ind: 'true',
    honors_interested: 'Y',
    military_rotc: 'ARMY',
    prev_attend_webapp: 'Y',
    ...Object.fromEntries(
      ['ehs', 'nondegree', 'gallatin', 'degree_seeking', 'conitnue_education'].flatMap((kind) => [
        [`prev_attend_${kind}`, 'true'],
        ...Object.entries(span(`prev_attend_${kind}_`)),
      ]),
    ),
    applied_previously_transfer: 'Y',
    applied_previously_term_transfer: 'Fall 2024',
    military_served: 'Y',
    ...month('military_start_', '6', '2015'),
    military_active_duty: 'N',
    ...month('military_end_', '6', '2020'),
    military_city: 'Great Falls',
    military_state: 'Montana',
    instate_tuition: 'Y',
    accredited_senior_year_hs: 'Y',
    grad_in_or_after: 'Y',
    ...Object.assign({}, ...['', '2_', '3_', '4_'].map((entry) => residence(`instate_timeline_${entry}`))),
    ...ongoing('instate_timeline_', 'instate_timeline_ongoing'),
    instate_absence: 'Y',
    ...span('instate_absence_'),
    instate_absence_explain: 'Deployed.\n\nTwice.',
    other_state: 'Y',
    instate_other_state_name: 'Idaho',
    instate_dependent: 'Y',
    instate_parent_resident: 'Y',
    ...month('instate_parent_since_'),
    instate_tax_filed: 'Y',
    instate_tax_year: '2025',
    instate_tax_elsewhere: 'Y',
    instate_tax_elsewhere_state: 'Idaho',
    instate_motor_vehicle: 'Y',
    instate_motor_vehicle_state: 'Montana',
    ...month('instate_motor_vehicle_'),
    ...job('instate_'),
    instate_marital_status: 'MARRIED',
    ...job('instate_spouse_'),
    ...month('instate_driver_license_'),
    instate_driver_license_copy: 'ANSWERED',
    ...parent('parent_'),
    ...parent('parent_2_'),
    parent_education: 'GRAD',
    parent_degree_msu: 'Y',
    gender: 'F',
    ethnicity: 'Y',
    race_american_indian: 'true',
    race_asian: 'true',
    race_black: 'true',
    race_middle_eastern: 'true',
    race_native_hawaiian: 'true',
    race_white: 'true',
    decision_essay: 'Word '.repeat(1400),
    hs_ceeb: '270400',
    ...address('hs_'),
    hs_address_line_2: undefined,
    hs_accredited: 'Y',
    hs_gpa: '3.9',
    hs_gpa_scale: '4',
    hs_class_rank: '12',
    hs_class_size: '140',
    hs_record: 'ANSWERED',
    ...Object.assign({}, ...['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => college(`college_${entry}`))),
    ...ongoing('college_attend_', 'college_attend_ongoing'),
    suspended_academic: 'Y',
    suspended_academic_explain: 'A hard winter.',
    sat_taken: 'Y',
    sat_taken_unsure: '',
    ...month('sat_test_', '5', '2021'),
    sat_score_total: '1400',
    sat_score_reading_writing: '720',
    sat_score_math: '680',
    sat_score_writ_language_test: '33',
    sat_score_math_test: '34.5',
    act_taken: 'Y',
    act_taken_unsure: '',
    ...month('act_test_', '4', '2021'),
    act_score_composite: '31',
    act_score_english: '32',
    act_score_math: '30',
    act_score_writing_english_arts: '29',
    act_score_writing: '10',
    intl_other_first_language: 'Y',
    intl_english_at_school: '2',
    intl_test: 'TOEFL',
    intl_test_version: 'IBT',
    ...month('intl_test_', '3', '2024'),
    intl_test_score: '104',
    intl_test_report: 'ANSWERED',
  },
  add_another: { colleges: 8, parents: 2, residences: 4 },
  document_answer: Object.fromEntries(
    ['hs_record', 'intl_test_report', 'instate_driver_license_copy'].map((key) => [
      key,
      { file_name: 'scan.pdf', file_size: 20_480 },
    ]),
  ),
}

/** With addresses abroad. Holds a visa and a GED, has taken neither the SAT nor an English test yet, and shows a state ID. */
export const visitor: Application = {
  ...emptyApplication,
  answer: {
    ...domestic.answer,
    us_citizen: 'N',
    perm_resident: 'N',
    visa_type: 'F1',
    stopintl_copy: 'ANSWERED',
    citizenship: 'CAN',
    ...addressAbroad(''),
    mailing_addr_same_as_perm_addr: '',
    ...addressAbroad('mailing_'),
    ...addressAbroad('parent_'),
    ...addressAbroad('parent_2_'),
    instate_employed: 'Y',
    ...addressAbroad('instate_employer_'),
    instate_marital_status: 'MARRIED',
    instate_spouse_employed: 'Y',
    ...addressAbroad('instate_spouse_employer_'),
    instate_tuition: 'Y',
    ...month('instate_state_id_'),
    instate_state_id_copy: 'ANSWERED',
    ged_transfer: 'G',
    grad_month: '',
    grad_year: '',
    ged_test: 'GED',
    ...month('ged_'),
    ged_location: 'Calgary, Alberta',
    ged_record: 'ANSWERED',
    sat_taken_unsure: '',
    act_taken_unsure: '',
    ...month('sat_plan_', '5', '2027'),
    ...month('act_plan_', '6', '2027'),
    intl_other_first_language: 'Y',
    intl_english_at_school: '3',
    intl_test: 'NONE',
    ...month('intl_test_plan_', '3', '2027'),
  },
  tabs: { 'proof-of-residency': 'state-id', 'high-school-record': 'ged-documents' },
}

/** A made-up applicant as whom a draft of the form can be seen. */
export type SampleApplicant = {
  readonly id: string
  /** Who that is, for the list. */
  readonly name: string
  readonly application: Application
  /** Whether they have an account, or have signed already. */
  readonly state: 'visitor' | 'started' | 'submitted'
}

type Answers = Readonly<Partial<Record<AdmissionsKey, string>>>

const withOwn = (application: Application, answer: Answers): Application => ({
  ...application,
  answer: { ...application.answer, ...answer },
})

const mailbox = (name: string) => ({ email_address: `${name}@mail.example` })

/** Together they are asked everything, and see every page. */
export const sampleApplicants: readonly SampleApplicant[] = [
  { id: 'visitor', name: 'Somebody who has just arrived', application: emptyApplication, state: 'visitor' },
  {
    id: 'citizen',
    name: 'June Hale, nothing out of the ordinary',
    application: domestic,
    state: 'started',
  },
  {
    id: 'international',
    name: 'Jonas Solberg, on a visa',
    application: withOwn(visitor, { first_name: 'Jonas', last_name: 'Solberg', ...mailbox('jonas.solberg') }),
    state: 'started',
  },
  {
    id: 'veteran',
    name: 'Inés Whitehorse, a veteran with eight colleges',
    application: withOwn(veteran, {
      first_name: 'Inés',
      middle_name: 'Ada',
      last_name: 'Whitehorse',
      chosen_name: '',
      ...mailbox('ines.whitehorse'),
      decision_essay:
        'I served for five years and studied whenever I could. Now I would like to finish a degree close to my family, and to work with rocks instead of radios.',
    }),
    state: 'started',
  },
  {
    id: 'submitted',
    name: 'Grace Okafor, who has submitted',
    application: withOwn(domestic, { first_name: 'Grace', last_name: 'Okafor', ...mailbox('grace.okafor') }),
    state: 'submitted',
  },
]
