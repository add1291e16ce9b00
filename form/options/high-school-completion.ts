/** How high school was completed. */
export const highSchoolCompletion = [
  ['D', 'I have a high school diploma'],
  ['G', 'I have a GED or HiSET'],
  ['S', 'I’m still in high school'],
  ['H', 'I was homeschooled'],
  ['F', 'I finished school in another country'],
  ['N', 'None of these'],
] as const
