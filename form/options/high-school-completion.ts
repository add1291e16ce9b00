/** How high school was completed. */
export const highSchoolCompletion = [
  ['D', 'I have a high school diploma'],
  ['G', 'I have a GED or HiSET'],
  ['N', 'Neither'],
] as const
