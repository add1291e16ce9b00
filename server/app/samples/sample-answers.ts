const given = ['Maya', 'Jonas', 'Zoë', 'Ikenna', 'Sofía', 'Wei', 'Aroha', 'Tomasz', 'Leila', 'Grace', 'Dmitri', 'Ngọc']
const family = [
  'Okafor',
  'Solberg',
  'Núñez',
  'Whitehorse',
  'Kowalski',
  'Tanaka',
  "O'Brien",
  'Hale',
  'Ruiz',
  'Lindqvist',
]
const majors = ['GEOL', 'ACCT', 'ANTH', 'ARCH', 'ART']
const terms = ['202730', '202750', '202770', '202830']

const pick = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item

/** The complete answers of a made-up applicant, always the same for one number. */
export function sampleAnswers(index: number): Readonly<Record<string, string>> {
  const digits = String(index % 10_000).padStart(4, '0')
  return {
    ...{ first_name: pick(given, index), last_name: pick(family, Math.floor(index / 7)) },
    birth_date: `${1985 + (index % 20)}-0${1 + (index % 9)}-1${index % 10}`,
    ...{ entry_term: pick(terms, index), degree_nondegree: 'DS', applied_major: pick(majors, index) },
    ...{ us_citizen: 'Y', phone_mobile: `(406) 555-${digits}`, ssn: `501-55-${digits}` },
    ...{ email_address: `sample.${index}@mail.example`, country: 'USA', address_line_1: '12 Front Street' },
    ...{ city: 'Helena', state: 'Montana', zip: '59601', mailing_addr_same_as_perm_addr: 'true' },
    ...{ prev_attend_undergraduate: 'N', prev_attend_webapp: 'N', applied_previously_transfer: 'N' },
    ...{ military_served: 'N', instate_tuition: 'N', ged_transfer: 'D', hs_name: 'Helena High School' },
    ...{ grad_month: '6', grad_year: '2022', college_name: 'Carroll College', suspended_academic: 'N' },
    ...{ sat_taken: 'N', act_taken: 'N', sat_taken_unsure: 'true', act_taken_unsure: 'true' },
    ...{ crime_no: 'true', pending_no: 'true', charges_no: 'true', register: 'N' },
    ...{ certify_checkbox: 'true', obligation_checkbox: 'true', legal_agree: 'true' },
  }
}
