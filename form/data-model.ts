/** The keys that requirements 3.keys spell out, paragraph by paragraph. */
export const spelledKeys: readonly string[] = [
  ...each('', 'first_name middle_name last_name prev_name ssn'),
  ...each('', 'gender ethnicity decision_essay'),
  ...each('race_', 'american_indian asian black native_hawaiian white'),
  ...each('', 'entry_term degree_nondegree applied_major honors_interested military_rotc'),
  ...each('prev_attend_', 'webapp ehs nondegree gallatin undergraduate degree_seeking conitnue_education'),
  ...each('applied_previously_', 'transfer term_transfer'),
  ...['parent_', 'parent_2_'].flatMap((prefix) => [
    ...each(prefix, 'relationship first_name last_name email_address address_line_1 address_line_2 city state zip'),
    ...each(prefix, 'country phone bozeman alum_year'),
  ]),
  ...each('parent_', 'education degree_msu'),
  'ged_transfer',
  ...each('hs_', 'name ceeb address_line_1 city state zip country'),
  ...each('', 'grad_month grad_year'),
  ...each('hs_', 'gpa class_rank class_size accredited'),
  ...each('ged_', 'test month year location'),
  ...['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].flatMap((entry) => [
    ...each(`college_${entry}`, 'ceeb address_line_1 city state zip country name'),
    ...each(`college_${entry}attend_`, 'from_month from_year to_month to_year'),
    ...each(`college_${entry}`, 'type type_other degree degree_other credits gpa'),
  ]),
  ...each('', 'suspended_academic suspended_academic_explain'),
  ...each('sat_', 'taken test_month test_year plan_month plan_year taken_unsure'),
  ...each('sat_score_', 'total reading_writing math writ_language_test math_test'),
  ...each('act_', 'taken test_month test_year plan_month plan_year taken_unsure'),
  ...each('act_score_', 'math english composite writing_english_arts writing'),
  ...each('crime_', 'arson assault drugs hate murder robbery violence dui weapons no'),
  ...each('pending_', 'arson assault drugs hate murder robbery violence dui weapons no'),
  ...each('charges_', 'arson assault drugs hate murder robbery violence dui weapons assault_weapon hazing no'),
  ...each('', 'register certify_checkbox obligation_checkbox legal_agree'),
  ...each('', 'address_line_1 address_line_2 city state zip country email_address'),
  ...each('', 'mailing_addr_same_as_perm_addr phone_home phone_mobile optin_sms_ind phone_international'),
  'contact_email_address',
  ...each('mailing_', 'address_line_1 address_line_2 city state zip country'),
  ...each('', 'birth_date birth_city birth_state us_citizen perm_resident citizenship stopintl_copy'),
  ...each('', 'instate_tuition accredited_senior_year_hs grad_in_or_after other_state'),
]

/**
 * The keys that requirements 3.keys describe without spelling them, and some that a rule needs: the sentence each one
 * serves, and our spelling.
 */
export const ownKeys: readonly (readonly [sentence: string, keys: readonly string[]])[] = [
  [
    '[3.keys.4] Program: plus from/to month and year fields for each previous-attendance kind',
    ['ehs', 'nondegree', 'gallatin', 'undergraduate', 'degree_seeking', 'conitnue_education'].flatMap((kind) =>
      spanOf(`prev_attend_${kind}_`),
    ),
  ],
  [
    '[3.keys.17] Military: start and end month/year, state, city, active_duty',
    [
      'military_served',
      ...monthOf('military_start_'),
      ...monthOf('military_end_'),
      'military_state',
      'military_city',
      'military_active_duty',
    ],
  ],
  ['A confirmation trigger swaps content after a button press (perm_resident)', ['visa_type', 'visa_type_other']],
  ['A written explanation may answer for a document', ['stopintl_none', 'stopintl_explanation']],
  ['A legal name as documents write it, and the name that people use', ['suffix', 'one_name', 'chosen_name']],
  [
    '[3.keys.18] In-state tuition: tax fields',
    ['instate_tax_filed', 'instate_tax_year', 'instate_tax_elsewhere', 'instate_tax_elsewhere_state'],
  ],
  [
    '[3.keys.18] In-state tuition: parent residency',
    ['instate_dependent', 'instate_parent_resident', ...monthOf('instate_parent_since_')],
  ],
  [
    '[3.keys.18] In-state tuition: absence',
    ['instate_absence', ...spanOf('instate_absence_'), 'instate_absence_explain'],
  ],
  ['[3.keys.18] In-state tuition: voter', ['instate_voter', ...monthOf('instate_voter_')]],
  [
    '[3.keys.18] In-state tuition: driver licence',
    [...monthOf('instate_driver_license_'), 'instate_driver_license_copy'],
  ],
  ['[3.keys.18] In-state tuition: state id', [...monthOf('instate_state_id_'), 'instate_state_id_copy']],
  ['Document uploads, tabs: any other proof of residency', ['instate_other_proof', 'instate_other_proof_copy']],
  [
    '[3.keys.18] In-state tuition: motor vehicle',
    ['instate_motor_vehicle', 'instate_motor_vehicle_state', ...monthOf('instate_motor_vehicle_')],
  ],
  [
    '[3.keys.19] In-state tuition: employment flags and employer address (own and spouse)',
    ['instate_', 'instate_spouse_'].flatMap((whose) => [
      `${whose}employed`,
      `${whose}employed_full_time`,
      `${whose}employer_name`,
      ...['address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country'].map(
        (part) => `${whose}employer_${part}`,
      ),
    ]),
  ],
  [
    '[3.keys.20] In-state tuition: four residence timeline entries',
    ['', '2_', '3_', '4_'].flatMap((entry) => [
      `instate_timeline_${entry}city`,
      `instate_timeline_${entry}state`,
      ...spanOf(`instate_timeline_${entry}`),
    ]),
  ],
  [
    'An address outside the United States and Canada may name its region',
    ['', 'mailing_', 'parent_', 'parent_2_', 'instate_employer_', 'instate_spouse_employer_'].map(
      (whose) => `${whose}region`,
    ),
  ],
  [
    'A parent abroad, or of somebody from abroad, has a phone as the applicant has (phone_international)',
    ['parent_phone_international', 'parent_2_phone_international'],
  ],
  ['[3.keys.21] In-state tuition: marital status', ['instate_marital_status']],
  ['Race check group: the category that the federal standard added in 2024', ['race_middle_eastern']],
  ['Race check group: nobody has to say', ['race_not_stated']],
  [
    'A GPA is read against a scale',
    ['hs_gpa_scale', ...['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}gpa_scale`)],
  ],
  ['High school may not be over yet', monthOf('hs_expected_')],
  [
    'A residence or a college that is not over yet has no month in which it ended',
    [
      ...['', '2_', '3_', '4_'].map((entry) => `instate_timeline_${entry}ongoing`),
      ...['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}attend_ongoing`),
    ],
  ],
  ['A conditional dropdown is shown only if the condition holds (other_state)', ['instate_other_state_name']],
  ['Document uploads: the high-school record', ['hs_record', 'ged_record']],
  [
    'Document uploads: the transcript of each college',
    ['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}transcript`),
  ],
  [
    'International tests are shown when one answer equals Y and another equals 2 or 3',
    [
      'intl_other_first_language',
      'intl_english_at_school',
      'intl_test',
      'intl_test_other',
      'intl_test_version',
      ...monthOf('intl_test_'),
      'intl_test_score',
      'intl_test_report',
      ...monthOf('intl_test_plan_'),
    ],
  ],
  [
    'Choosing a listed school fills related fields; typing free text clears them: what was chosen is known on every visit',
    [
      'hs_list_id',
      ...['', ...[2, 3, 4, 5, 6, 7, 8].map((entry) => `${entry}_`)].map((entry) => `college_${entry}list_id`),
    ],
  ],
]

/**
 * The keys that the student system accepts. They are written by hand, separately from the questions, and compared with
 * the form at startup, so that a misspelled key cannot reach an export (requirement 5.development.3).
 */
export const dataModel: readonly string[] = [...spelledKeys, ...ownKeys.flatMap(([, keys]) => keys)]

function each(prefix: string, names: string): readonly string[] {
  return names.split(' ').map((name) => prefix + name)
}

function monthOf(prefix: string): readonly string[] {
  return [`${prefix}month`, `${prefix}year`]
}

function spanOf(prefix: string): readonly string[] {
  return [...monthOf(`${prefix}from_`), ...monthOf(`${prefix}to_`)]
}
