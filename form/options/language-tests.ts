/** English tests that the office accepts. */
export const languageTests = [
  ['', '--'],
  ['TOEFL', 'TOEFL'],
  ['IELTS', 'IELTS'],
  ['DUOLINGO', 'Duolingo English Test'],
  ['PTE', 'PTE Academic'],
  ['NONE', 'I haven’t taken one yet'],
] as const

/** The versions of tests that have several. */
export const languageTestVersions = {
  TOEFL: [
    ['', '--'],
    ['IBT', 'iBT at a test center'],
    ['HOME', 'iBT Home Edition'],
    ['PAPER', 'Paper'],
  ],
  IELTS: [
    ['', '--'],
    ['ACADEMIC', 'Academic'],
    ['GENERAL', 'General Training'],
  ],
} as const
