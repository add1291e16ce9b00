import { judgedColleges, judgedHighSchools } from '../server/index.ts'

/** Every beginning of every judged query and name: as written, with a letter left out, and with a wrong letter. */
export function* typedBeginnings() {
  for (const [judged, category] of [
    [judgedColleges, 'college_ceeb'],
    [judgedHighSchools, 'hs_ceeb'],
  ] as const) {
    for (const [query, name] of judged) {
      for (const text of [query, name, `${name.slice(0, 2)}${name.slice(3)}`, `${name.slice(0, 4)}x${name.slice(5)}`]) {
        for (let end = 2; end <= text.length; end += 1) yield { text: text.slice(0, end), category, most: 5 }
      }
    }
  }
}
