/** Degrees earned at a college, lowest first. */
export const degrees = [
  ['', '--'],
  ['NONE', 'None yet'],
  ['CERT', 'Certificate'],
  ['AA', 'Associate of Arts'],
  ['AS', 'Associate of Science'],
  ['AAS', 'Associate of Applied Science'],
  ['BA', 'Bachelor of Arts'],
  ['BS', 'Bachelor of Science'],
  ['MASTER', 'Master’s degree'],
  ['DOCTOR', 'Doctorate'],
  ['OTHER', 'Other'],
] as const
