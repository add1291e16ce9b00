/** What a member of staff may do, by right. */
export const staffRights = {
  list: 'Find applications, and see who applied for what, when, and how far everything is',
  read: 'Read a submitted application, with the number masked',
  drafts: 'Open an application before it is submitted',
  sensitive: 'See in it what is explained about a visa, and take its packet',
  conduct: 'See conduct in it and in its packet',
  demographics: 'See gender, ethnicity and race in it, which play no part in a decision',
  original: 'Download the original of a document that has a digital signature',
  reveal: 'Reveal one Social Security number of a submitted application, for a reason, or search by the end of one',
  act: 'Write notes, assign and mark, open applications for changes, ask for documents, help with an account, put applications on hold, and ask that one be erased',
  held_data: 'Make the file of everything held about an applicant, for a written request',
  export: 'Make deliveries, tokens and acknowledgements, and take over a token',
  tokens: 'See the tokens of other systems, and end them',
  form: 'Edit the words, lists and dates of the form',
  publish: 'Publish what was edited, and confirm what others publish',
  administer: 'See people and the record, end access, lift holds, and confirm erasures and tokens that others ask for',
  export_record: 'Download all of the record that a filter finds, soon after signing in',
} as const satisfies Readonly<Record<string, string>>
export type StaffRight = keyof typeof staffRights

/** The rights of each role: the one table that server, screen and tests read. */
export const staffRoles = {
  viewer: ['list', 'read'],
  processor: ['list', 'read', 'drafts', 'sensitive', 'conduct', 'original', 'reveal', 'act'],
  data_steward: [
    'list',
    'read',
    'drafts',
    'sensitive',
    'conduct',
    'demographics',
    'original',
    'reveal',
    'act',
    'held_data',
    'export',
    'tokens',
  ],
  form_editor: ['list', 'form'],
  registrar: ['list', 'form', 'publish'],
  administrator: ['list', 'tokens', 'administer', 'export_record'],
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

/** What a token of the export calls allows, by right. */
export const exportRightLabels = {
  changes: 'Read changes and applications',
  documents: 'Read documents and packets',
  conduct: 'Read conduct',
  demographics: 'Read gender, ethnicity and race',
  ssn: 'Read Social Security numbers',
  acknowledge: 'Acknowledge applications',
} as const satisfies Readonly<Record<string, string>>
export type ExportRight = keyof typeof exportRightLabels
// Object.keys has these names, in this order.
export const exportRights = Object.keys(exportRightLabels) as [ExportRight, ...ExportRight[]]

/** The rights that another person must confirm, and what a token with one of them needs (docs/decisions/0063). */
const guardedRights = ['demographics', 'ssn'] as const satisfies readonly ExportRight[]
export const GUARDED_DAYS = 90
export const isGuarded = (rights: readonly string[]): boolean => guardedRights.some((right) => rights.includes(right))
