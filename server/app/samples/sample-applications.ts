import { randomUUID } from 'node:crypto'
import { editApplication } from '../../applying/applications/index.ts'
import { type SubmissionDeps, submitApplication } from '../../applying/submissions/index.ts'
import { isForDevelopment, isRefusal } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { sampleAnswers } from './sample-answers.ts'

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
