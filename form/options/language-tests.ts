/** English tests that the office accepts. */
export const languageTests = [
  ['', '--'],
  ['TOEFL', 'TOEFL'],
  ['IELTS', 'IELTS'],
  ['DUOLINGO', 'Duolingo English Test'],
  ['PTE', 'PTE Academic'],
  ['CAMBRIDGE', 'Cambridge English (C1 or C2)'],
  ['OTHER', 'Another test'],
  ['NONE', 'I haven’t taken one yet'],
] as const

/** The versions of tests that have several, as they are offered in 2026. */
export const languageTestVersions = {
  TOEFL: [
    ['', '--'],
    ['IBT', 'iBT at a test center'],
    ['HOME', 'iBT Home Edition'],
  ],
  IELTS: [
    ['', '--'],
    ['ACADEMIC', 'Academic'],
    ['ONLINE', 'Academic, online'],
    ['GENERAL', 'General Training'],
  ],
} as const
