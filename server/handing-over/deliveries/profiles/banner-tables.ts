import type { Register } from '../../../../engine/index.ts'

/** How long a value of a column may be in characters, or that it is a number or a date (MM/DD/YYYY). */
export type ColumnKind = number | 'number' | 'date'

/**
 * The files of a delivery to Banner: the holding tables of electronic applications that its process SARETMT loads, and
 * of them the columns that an application fills. A loader gives SABNSTU_ID, which is our reference, the AIDM of the
 * other tables. docs/deliveries.md says where names and lengths come from.
 */
export const bannerTables = {
  sabnstu: { sabnstu_id: 9 },
  sarhead: {
    sabnstu_id: 9,
    sarhead_appl_seqno: 'number',
    sarhead_appl_comp_ind: 1,
    sarhead_add_date: 'date',
    sarhead_term_code_entry: 6,
    sarhead_complete_date: 'date',
    sarhead_data_origin: 30,
  },
  sarpers: {
    sabnstu_id: 9,
    sarpers_appl_seqno: 'number',
    sarpers_seqno: 'number',
    sarpers_rltn_cde: 2,
    sarpers_first_name: 35,
    sarpers_middle_name1: 35,
    sarpers_last_name: 60,
    sarpers_suffix: 20,
    sarpers_former_name: 60,
    sarpers_nickname: 60,
    sarpers_dfmt_cde_birth: 3,
    sarpers_birth_dte: 'date',
    sarpers_gender: 1,
    sarpers_citz_cde: 2,
    sarpers_ethn_category: 1,
  },
  saraddr: {
    sabnstu_id: 9,
    saraddr_appl_seqno: 'number',
    saraddr_pers_seqno: 'number',
    saraddr_seqno: 'number',
    saraddr_lcql_cde: 2,
    saraddr_street_line1: 35,
    saraddr_street_line2: 35,
    saraddr_city: 30,
    saraddr_stat_cde: 3,
    saraddr_zip: 15,
    saraddr_natn_cde: 5,
  },
  sarphon: {
    sabnstu_id: 9,
    sarphon_appl_seqno: 'number',
    sarphon_pers_seqno: 'number',
    sarphon_seqno: 'number',
    sarphon_pqlf_cde: 2,
    sarphon_phone: 80,
  },
  sarprfn: {
    sabnstu_id: 9,
    sarprfn_appl_seqno: 'number',
    sarprfn_pers_seqno: 'number',
    sarprfn_seqno: 'number',
    sarprfn_rfql_cde: 2,
    sarprfn_ref_no: 9,
  },
  sarprac: { sabnstu_id: 9, sarprac_race_cde: 3 },
  saretry: {
    sabnstu_id: 9,
    saretry_appl_seqno: 'number',
    saretry_seqno: 'number',
    saretry_priority: 'number',
    saretry_curr_rule: 'number',
  },
  sarefos: {
    sabnstu_id: 9,
    sarefos_appl_seqno: 'number',
    sarefos_etry_seqno: 'number',
    sarefos_seqno: 'number',
    sarefos_flvl_cde: 1,
    sarefos_lfos_rule: 'number',
  },
  sarhsch: {
    sabnstu_id: 9,
    sarhsch_appl_seqno: 'number',
    sarhsch_seqno: 'number',
    sarhsch_idql_cde1: 2,
    sarhsch_iden_cde1: 20,
    sarhsch_dfmt_cde_hsgr: 3,
    sarhsch_hsgr_dte: 'date',
    sarhsch_enty_cde1: 2,
    sarhsch_name1: 35,
  },
  sarhsum: {
    sabnstu_id: 9,
    sarhsum_appl_seqno: 'number',
    sarhsum_hsch_seqno: 'number',
    sarhsum_seqno: 'number',
    sarhsum_cumulative_flag: 1,
    sarhsum_gpa: 32,
    sarhsum_class_rank: 32,
    sarhsum_class_size: 32,
  },
  sarpcol: {
    sabnstu_id: 9,
    sarpcol_appl_seqno: 'number',
    sarpcol_seqno: 'number',
    sarpcol_idql_cde: 2,
    sarpcol_iden_cde: 40,
    sarpcol_inst_name: 35,
    sarpcol_street_line1: 35,
    sarpcol_street_line2: 35,
    sarpcol_city: 30,
    sarpcol_stat_cde: 3,
    sarpcol_zip: 15,
    sarpcol_natn_cde: 5,
  },
  sarrqst: {
    sabnstu_id: 9,
    sarrqst_appl_seqno: 'number',
    sarrqst_seqno: 'number',
    sarrqst_wudq_no: 'number',
    sarrqst_ansr_desc: 500,
    sarrqst_resp_flag: 1,
  },
  sartest: {
    sabnstu_id: 9,
    sartest_appl_seqno: 'number',
    sartest_seqno: 'number',
    sartest_dfmt_cde: 3,
    sartest_test_dte: 'date',
    sartest_subt_cde: 6,
    sartest_test_score1: 32,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnKind>>>>

export type BannerTable = keyof typeof bannerTables

/** Columns with a Social Security number or a demographic answer, by what the target must include for them. */
export const protectedColumns: Readonly<Record<'ssn' | 'demographics', readonly string[]>> = {
  ssn: ['sarprfn_ref_no'],
  demographics: ['sarpers_gender', 'sarpers_ethn_category', 'sarprac_race_cde'],
}

/** The keys for whose answers Banner has a column, and the fields of entries. A test tries each of the form. */
const readKeys = new Set(
  `first_name middle_name last_name suffix one_name prev_name chosen_name birth_date us_citizen perm_resident email_address
  address_line_1 address_line_2 city state zip country mailing_address_line_1 mailing_address_line_2 mailing_city
  mailing_state mailing_zip mailing_country mailing_addr_same_as_perm_addr phone_home phone_mobile
  phone_international entry_term applied_major ssn gender ethnicity hs_name hs_gpa hs_class_rank hs_class_size grad_month
  grad_year intl_test intl_test_other`.split(/\s+/),
)
const readFields: Readonly<Record<string, ReadonlySet<string>>> = {
  colleges: new Set(['name', 'address_line_1', 'address_line_2', 'city', 'state', 'zip', 'country']),
  parents: new Set(['relationship', 'first_name', 'last_name', 'phone', 'email_address']),
}

/** Whether something of the answer to a key is in a delivery to Banner. */
export function isReadByBanner({ keys }: Register, key: string): boolean {
  if (readKeys.has(key) || key.startsWith('race_')) return true
  if (
    keys.some((row) => row.key === key && row.taken) ||
    keys.some(({ taken }) => taken?.month === key || taken?.year === key)
  )
    return true
  const { entry } = keys.find((row) => row.key === key) ?? {}
  return entry !== undefined && readFields[entry.list]?.has(key.slice(entry.prefix.length)) === true
}
