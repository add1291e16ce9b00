import { randomUUID } from 'node:crypto'
import { domestic } from '../../form/index.ts'
import { editApplication } from '../applying/applications/index.ts'
import { type SubmissionDeps, submitApplication } from '../applying/submissions/index.ts'
import { isForDevelopment, isRefusal } from '../platform/http/index.ts'
import type { Settings } from '../platform/settings/index.ts'

const USAGE = 'Usage: npm run sample-applications -- <how many, at most 2000>'

type Samples = SubmissionDeps & { readonly settings: Settings }

/**
 * `npm run sample-applications`: made-up applications for trying the product, of which three in five are submitted. Only
 * a server with the embedded database and without a mail server makes them, so none gets among real ones.
 */
export async function sampleApplicationsCommand(samples: Samples, words: readonly string[]) {
  const [text = '', ...more] = words
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > 2000 || more.length > 0) throw new Error(USAGE)
  if (!isForDevelopment(samples.settings))
    throw new Error('Sample applications are made only with the embedded database and without a mail server.')
  let submitted = 0
  for (let index = 0; index < count; index += 1) {
    const isSubmitted = index % 5 < 3
    const account = randomUUID()
    const answers = sampleAnswers(index)
    await createAccount(samples, account, `sample-${account.slice(0, 8)}@mail.example`)
    await editApplication(samples, account, async (application) => {
      application.write(isSubmitted ? answers : Object.fromEntries(Object.entries(answers).slice(0, 4 + (index % 12))))
    })
    if (!isSubmitted) continue
    const receipt = await submitApplication(samples, account)
    if (isRefusal(receipt)) throw new Error(`A sample application was refused: ${JSON.stringify(receipt.details)}`)
    submitted += 1
  }
  return { made: count, submitted }
}

/** An account that nobody can log in to: it has no password. */
async function createAccount({ database, now }: Samples, id: string, email: string): Promise<void> {
  await database.db
    .insertInto('user')
    .values({ id, name: '', email, emailVerified: true, image: null, updatedAt: now() })
    .execute()
}

const given = ['Maya', 'Jonas', 'Zoë', 'Ikenna', 'Sofía', 'Wei', 'Aroha', 'Tomasz', 'Leila', 'Grace', 'Dmitri', 'Ngọc']

const family = [
  'Okafor',
  'Solberg',
  'Núñez',
  'Whitehorse',
  'Kowalski',
  'Tanaka',
  "O'Brien",
  'Hale',
  'Ruiz',
  'Lindqvist',
]
const majors = ['GEOL', 'ACCT', 'ANTH', 'ARCH', 'ART']
const terms = ['202730', '202750', '202770', '202830']

const pick = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item

/** The complete answers of a made-up applicant, always the same for one number; their own come first. */
function sampleAnswers(index: number): Readonly<Record<string, string>> {
  const digits = String(index % 10_000).padStart(4, '0')
  const own: Readonly<Record<string, string>> = {
    first_name: pick(given, index),
    last_name: pick(family, Math.floor(index / 7)),
    birth_date: `${1985 + (index % 20)}-0${1 + (index % 9)}-1${index % 10}`,
    entry_term: pick(terms, index),
    applied_major: pick(majors, index),
    phone_mobile: `(406) 555-${digits}`,
    ssn: `501-55-${digits}`,
    email_address: `sample.${index}@mail.example`,
  }
  const ordinary = Object.entries(domestic.answer).flatMap(([key, value]) => (value ? [[key, value]] : []))
  return { ...own, ...Object.fromEntries(ordinary), ...own }
}
