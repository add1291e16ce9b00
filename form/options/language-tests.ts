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

/** The versions of tests that have several: they change, so the institution keeps the lists. */
export const languageTestVersions = {
  TOEFL: { setting: 'test_versions.TOEFL' },
  IELTS: { setting: 'test_versions.IELTS' },
} as const
