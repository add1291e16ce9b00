import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { giveBackMemory } from '../../platform/memory/index.ts'
import { addressFrom, suggestionOf } from './addresses.ts'
import type { ThreadData } from './create-lookup-thread.ts'
import { mergedSchools, starterSchools } from './merged-schools.ts'
import type { SchoolList } from './read-list.ts'
import type { Answer, Question, School, SchoolCategory, ZipPlace } from './school.ts'
import { schoolIndexOf } from './school-index.ts'
import { zipCodes, zipIndexOf } from './zip-index.ts'

// On Linux this sets the priority of this thread only: with few cores, a save goes before a search.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Runs in a separate thread: reports that it is ready, then answers each question under its number. */
const { contents, near }: ThreadData = workerData
// Compressed by import-worker.ts.
const lists = contents.map((content): SchoolList => JSON.parse(gunzipSync(content).toString('utf8')))
const answer = answerLookups(lists, near)
parentPort?.on('message', ({ number, question }) => parentPort?.postMessage({ number, answer: answer(question) }))
giveBackMemory()
parentPort?.postMessage('ready')

/** Builds the indexes (a second for all U.S. schools) and returns the function that uses them. `near` names a state. */
function answerLookups(lists: readonly SchoolList[], near: string): (question: Question) => Answer {
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

const recordOf = ({ name, ceeb, address_line_1, city, state, zip, country, type }: School) => ({
  name,
  ceeb,
  address_line_1,
  city,
  state,
  zip,
  country,
  ...(type && { type }),
})
