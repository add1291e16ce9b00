import { addressFrom, suggestionOf } from './addresses/address.ts'
import { zipCodes } from './addresses/zip-codes.ts'
import { zipIndexOf } from './addresses/zip-index.ts'
import type { SchoolList } from './lists/read-list.ts'
import type { Answer, Question } from './lookup.ts'
import { mergedSchools } from './merged-schools.ts'
import type { School, SchoolCategory } from './school.ts'
import { schoolIndexOf } from './school-index.ts'
import { starterSchools } from './starter-schools.ts'
import type { ZipPlace } from './suggestion.ts'

/** Builds the indexes (a second for all U.S. schools) and returns the function that uses them. `near` names a state. */
export function answerLookups(lists: readonly SchoolList[], near: string): (question: Question) => Answer {
  const schools = mergedSchools(starterSchools(), lists)
  const byId = new Map(schools.map((school) => [school.id, school]))
  const indexOf = (category: SchoolCategory) =>
    schoolIndexOf(
      schools.filter((school) => school.category === category),
      near,
    )
  const indexes = { college_ceeb: indexOf('college_ceeb'), hs_ceeb: indexOf('hs_ceeb') }
  const addresses = zipIndexOf(near)

  return (question) => {
    if ('zip' in question) return placeOf(question.zip)
    const { category } = question
    if ('id' in question) {
      if (category === 'address') return addressFrom(question.id)
      const school = byId.get(question.id)
      return school?.category === category ? recordOf(school) : undefined
    }
    const { text, most } = question
    if (category === 'address') return addresses.find(text, most).map(suggestionOf)
    return indexes[category].find(text, most).map(({ id, name, city, state, country }) => ({
      text: name,
      id,
      sub_text: [city, state || country].filter((each) => each !== '').join(', '),
    }))
  }
}

function placeOf(zip: string): ZipPlace {
  const { city = '', states = [] } = zipCodes.get(zip) ?? {}
  return { city, states: states.map(({ name }) => name) }
}

const recordOf = ({ name, ceeb, address_line_1, city, state, zip, country }: School) => ({
  name,
  ceeb,
  address_line_1,
  city,
  state,
  zip,
  country,
})
