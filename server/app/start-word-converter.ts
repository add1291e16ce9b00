import type { Logger } from 'pino'
import { createOffice, serveSpool } from '../documents/conversion/index.ts'
import { type Settings, startupError } from '../platform/settings/index.ts'

/**
 * Converts Word documents for the servers and workers that share the folder WORD_SPOOL with it, and does nothing else.
 * It runs without network, data folder or secrets, so a document that takes control of it finds nothing.
 */
export async function startWordConverter(settings: Settings, log: Logger) {
  const { wordSpool, soffice } = settings
  if (wordSpool === undefined) throw startupError('The Word converter needs WORD_SPOOL, the folder that it serves.')
  if (settings.databaseUrl ?? settings.smtpUrl ?? settings.s3 ?? settings.secretKeys[0])
    throw startupError(
      'The Word converter must not be given DATABASE_URL, SMTP_URL, S3_* or SECRET_KEY: documents may take it over.',
    )
  const office = createOffice(soffice)
  if (!office) throw startupError('The Word converter needs LibreOffice (docs/operating.md, Documents).')
  try {
    return await serveSpool(wordSpool, office, log)
  } catch (error) {
    throw startupError(`WORD_SPOOL names ${wordSpool}, which is not a writable folder.`, error)
  }
}
