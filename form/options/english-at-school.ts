/** How much of someone's schooling was in English. The last two require a test. */
export const englishAtSchool = [
  ['1', 'All of it, or nearly all'],
  ['2', 'Some of it'],
  ['3', 'None of it'],
] as const
