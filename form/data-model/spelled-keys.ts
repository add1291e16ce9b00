/** The keys that requirements 3.keys spell out, paragraph by paragraph. */
export const spelledKeys: readonly string[] = [
  ...['first_name', 'middle_name', 'last_name', 'prev_name', 'ssn'],
  ...['gender', 'ethnicity', 'decision_essay'],
  ...each('race_', 'american_indian asian black native_hawaiian white'),
  ...['entry_term', 'degree_nondegree', 'applied_major', 'honors_interested', 'military_rotc'],
  ...each('prev_attend_', 'webapp ehs nondegree gallatin undergraduate degree_seeking conitnue_education'),
  ...each('applied_previously_', 'transfer term_transfer'),
  ...['parent_', 'parent_2_'].flatMap((prefix) => [
    ...each(prefix, 'relationship first_name last_name email_address address_line_1 address_line_2 city state zip'),
    ...each(prefix, 'country phone bozeman alum_year'),
  ]),
  ...each('parent_', 'education degree_msu'),
  'ged_transfer',
  ...each('hs_', 'name ceeb address_line_1 city state zip country'),
  ...['grad_month', 'grad_year'],
  ...each('hs_', 'gpa class_rank class_size accredited'),
  ...each('ged_', 'test month year location'),
  ...['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].flatMap((entry) => [
    ...each(`college_${entry}`, 'ceeb address_line_1 city state zip country name'),
    ...each(`college_${entry}attend_`, 'from_month from_year to_month to_year'),
    ...each(`college_${entry}`, 'type type_other degree degree_other credits gpa'),
  ]),
  ...['suspended_academic', 'suspended_academic_explain'],
  ...each('sat_', 'taken test_month test_year plan_month plan_year taken_unsure'),
  ...each('sat_score_', 'total reading_writing math writ_language_test math_test'),
  ...each('act_', 'taken test_month test_year plan_month plan_year taken_unsure'),
  ...each('act_score_', 'math english composite writing_english_arts writing'),
  ...each('crime_', 'arson assault drugs hate murder robbery violence dui weapons no'),
  ...each('pending_', 'arson assault drugs hate murder robbery violence dui weapons no'),
  ...each('charges_', 'arson assault drugs hate murder robbery violence dui weapons assault_weapon hazing no'),
  ...['register', 'certify_checkbox', 'obligation_checkbox', 'legal_agree'],
  ...['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country', 'email_address'],
  ...['mailing_addr_same_as_perm_addr', 'phone_home', 'phone_mobile', 'optin_sms_ind', 'phone_international'],
  'contact_email_address',
  ...each('mailing_', 'address_line_1 address_line_2 city state zip country'),
  ...['birth_date', 'birth_city', 'birth_state', 'us_citizen', 'perm_resident', 'citizenship', 'stopintl_copy'],
  ...['instate_tuition', 'accredited_senior_year_hs', 'grad_in_or_after', 'other_state'],
]

function each(prefix: string, names: string): readonly string[] {
  return names.split(' ').map((name) => prefix + name)
}
