/** What a member of staff may do. */
export type StaffRight =
  /** Find applications, and see who applied for what, when, and how far everything is. */
  | 'list'
  /** Read an application; the Social Security number is masked. */
  | 'read'
  /** See conduct in it, and take its packet. */
  | 'sensitive'
  /** See gender, ethnicity and race in it, which play no part in a decision. */
  | 'demographics'
  /** Reveal one Social Security number, for a reason. */
  | 'reveal'
  /**
   * Write notes, assign and mark, open applications for changes, ask for documents, put applications on hold, and ask that
   * one be erased.
   */
  | 'act'
  /** Deliveries, tokens and acknowledgements. */
  | 'export'
  /** People and the record; lift holds, and confirm erasures that others ask for. */
  | 'administer'
  /** Download all of the record that a filter finds, soon after signing in. */
  | 'export_record'

/** The rights of each role: the one table that server, screen and tests read. */
export const staffRoles = {
  viewer: ['list', 'read'],
  processor: ['list', 'read', 'sensitive', 'reveal', 'act'],
  data_steward: ['list', 'read', 'sensitive', 'demographics', 'reveal', 'act', 'export'],
  administrator: ['list', 'administer', 'export_record'],
} as const satisfies Readonly<Record<string, readonly StaffRight[]>>

export type StaffRole = keyof typeof staffRoles

export const isStaffRole = (name: string): name is StaffRole => Object.hasOwn(staffRoles, name)

export const mayStaff = (role: StaffRole, right: StaffRight): boolean =>
  (staffRoles[role] as readonly StaffRight[]).includes(right)

/** The roles that allow something which this one does not: sessions in them must not outlive a sign-in as this one. */
export const rolesBeyond = (role: StaffRole | undefined): readonly StaffRole[] =>
  Object.keys(staffRoles)
    .filter(isStaffRole)
    .filter((other) => staffRoles[other].some((right) => role === undefined || !mayStaff(role, right)))

/**
 * What a token of the export calls allows: to read changes and applications, and besides their documents, demographic
 * answers and Social Security numbers, and to acknowledge.
 */
export const exportRights = ['changes', 'documents', 'demographics', 'ssn', 'acknowledge'] as const
export type ExportRight = (typeof exportRights)[number]
