import { setTimeout as sleep } from 'node:timers/promises'
import { checkScanner } from '../documents/documents/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import { checkMailServer } from '../running/mail/index.ts'

const PATIENCE = 2_000 // ms

/**
 * One sentence for each service of the settings that does not answer. All of them may come later, so a start goes on.
 * A process without jobs uses neither the mail server nor the scanner.
 */
export async function servicesAway(
  settings: Pick<Settings, 's3' | 'smtpUrl' | 'clamd'>,
  storage: Pick<Storage, 'checkAccess'>,
  doesJobs: boolean,
): Promise<readonly string[]> {
  const { s3, smtpUrl, clamd } = settings
  const sentences = await Promise.all([
    s3 && sentenceUnless('S3_ENDPOINT', storage.checkAccess(), 'uploads and downloads are refused'),
    doesJobs && smtpUrl && sentenceUnless('SMTP_URL', checkMailServer(smtpUrl), 'mails wait'),
    doesJobs && clamd && sentenceUnless('CLAMD', checkScanner(clamd), 'documents wait for their scan'),
  ])
  return sentences.filter((each) => typeof each === 'string')
}

async function sentenceUnless(name: string, checked: Promise<void>, consequence: string): Promise<string | undefined> {
  const tooLate = sleep(PATIENCE, undefined, { ref: false }).then(() => {
    throw new Error('no reply')
  })
  try {
    await Promise.race([checked, tooLate])
    return undefined
  } catch (error) {
    const wrong = wrongSetting(error)
    if (wrong !== undefined) return `${wrong}: ${consequence}.`
    return `${name} names a service that cannot be used now (${reasonOf(error)}): ${consequence} until it can.`
  }
}

/** What S3 answers about a bucket has no words, only a status. */
function wrongSetting(error: unknown): string | undefined {
  const status: unknown = Object(Object(error).$metadata).httpStatusCode
  if (status === 404) return 'S3_BUCKET names a bucket that does not exist'
  if (status === 401 || status === 403)
    return 'The storage refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their user may not use S3_BUCKET'
  return undefined
}

// Only the code: the messages of mail servers may repeat addresses.
const reasonOf = (error: unknown) =>
  Object(error).code ?? (error instanceof Error && error.name !== 'Error' ? error.name : 'no reply')
