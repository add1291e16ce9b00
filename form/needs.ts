import type { Need, OptionNeed } from '../engine/index.ts'

type Reader = Omit<Need, 'item'> & { readonly items: string }

/**
 * What code outside `form/` names, by who reads it. A form that leaves out what must be asked is refused; of the rest the
 * office is told what it loses. A test finds each key that code names and this table does not, and another drops each
 * item that may be missing.
 */
const readers: readonly Reader[] = [
  {
    who: 'submitting',
    how: 'mustBeAsked',
    why: 'An application is for one term: it decides whether somebody may submit, and that nobody signs twice for it.',
    items: 'entry_term',
  },
  {
    who: 'the signature',
    how: 'mustBeAsked',
    why: 'The statements are what is signed, and the button that submits stands beside them.',
    items: 'certify_checkbox obligation_checkbox legal_agree',
  },
  {
    who: 'the desk, mails and PDFs',
    how: 'mustBeAsked',
    why: 'Nobody could be found, named or told apart without a last name.',
    items: 'last_name',
  },
  {
    who: 'the desk, mails and PDFs',
    how: 'mayBeMissing',
    why: 'The rest of a name: who is named does without it.',
    items: 'first_name middle_name suffix one_name',
  },
  {
    who: 'the index',
    how: 'warns',
    why: 'Staff cannot search or filter by it any more, and duplicates are found by less.',
    items:
      'chosen_name prev_name birth_date phone_home phone_mobile phone_international applied_major degree_nondegree ssn',
  },
  {
    who: 'the export calls and deliveries',
    how: 'mayBeMissing',
    why: 'Their lists of entries are empty for who signs without it.',
    items: 'colleges parents residences',
  },
  {
    who: 'the export calls and deliveries',
    how: 'mayBeMissing',
    why: 'The score of a language test has no name, version or place of its own then.',
    items: 'intl_test intl_test_other intl_test_version intl_test_score',
  },
  {
    who: 'the tables of demographics',
    how: 'mayBeMissing',
    why: 'Their columns are empty.',
    items: 'gender ethnicity race_*',
  },
  {
    who: 'PESC and Banner',
    how: 'warns',
    why: 'An element or a column is empty that most systems ask for.',
    items:
      'us_citizen perm_resident citizenship email_address address_line_1 address_line_2 city state zip country region',
  },
  {
    who: 'PESC and Banner',
    how: 'mayBeMissing',
    why: 'The record of a school, a parent or another address is left out, or has less.',
    items: 'mailing_* hs_* college_* parent_* grad_month grad_year',
  },
  {
    who: 'the account',
    how: 'mayBeMissing',
    why: 'The address of an account is filled in where it is asked.',
    items: 'email_address',
  },
  {
    who: 'the page after submitting and the checklist',
    how: 'mayBeMissing',
    why: 'They say less: what to do next for people from abroad, and which score is missing.',
    items: 'us_citizen perm_resident first_name intl_test intl_test_score',
  },
  {
    who: 'the sample applications',
    how: 'mayBeMissing',
    why: 'They are made on a computer for trying the product, and have to be changed with the form.',
    items:
      'act_taken act_taken_unsure applied_previously_transfer charges_no college_name crime_no ged_transfer instate_tuition mailing_addr_same_as_perm_addr military_served pending_no prev_attend_undergraduate prev_attend_webapp sat_taken sat_taken_unsure suspended_academic',
  },
]

/** The same, one row for each item. */
export const needs: readonly Need[] = readers.flatMap(({ items, ...reader }) =>
  items.split(' ').map((item) => ({ item, ...reader })),
)

/**
 * The options that code outside `form/` names or fills in, by the name of their list: they can have other labels, and cannot
 * be retired. `*` are all of a list.
 */
export const optionNeeds: readonly OptionNeed[] = [
  {
    list: 'states',
    codes: '*',
    why: 'an address or a school that is found is filled in with it',
  },
  {
    list: 'countries',
    codes: 'USA CAN',
    why: 'an address or a school that is found is filled in with it',
  },
  {
    list: 'college_type',
    codes: '2 4 T M',
    why: 'a school that is found is filled in with it',
  },
  {
    list: 'intl_test',
    codes: 'OTHER NONE TOEFL IELTS',
    why: 'exports and the institution’s versions of the test go by it',
  },
  {
    list: 'us_citizen',
    codes: 'Y N',
    why: 'what is said after submitting goes by it',
  },
  {
    list: 'perm_resident',
    codes: 'Y N',
    why: 'what is said after submitting goes by it',
  },
]
