/** Levels of education, lowest first. */
export const educationLevels = [
  ['', '--'],
  ['NONE', 'Did not complete high school'],
  ['HS', 'High school diploma or GED'],
  ['SOME', 'Some college, no degree'],
  ['ASSOC', 'Associate degree'],
  ['BACH', 'Bachelor’s degree'],
  ['GRAD', 'Graduate or professional degree'],
  ['UNKNOWN', 'I don’t know'],
] as const
