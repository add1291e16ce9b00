/** Types of college. */
export const collegeTypes = [
  ['', '--'],
  ['2', 'Two-year or community college'],
  ['4', 'Four-year college or university'],
  ['T', 'Technical or trade school'],
  ['M', 'Military college'],
  ['O', 'Other'],
] as const
