import type { Institution } from '../../../api/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { customWording } from './custom-wording.ts'
import type { MailMessage } from './mail-message.ts'
import { mailWording, type Wording } from './mail-wording.ts'
import { readMailTemplates } from './read-mail-templates.ts'

/**
 * The wording of each mail: the institution's own if institution.json asks for it with `custom_email_copy` (requirement
 * 1.institution.11), otherwise the built-in one. Throws a startup error if the wording cannot be used.
 */
export function createWording(
  { baseUrl, institutionFile }: Pick<Settings, 'baseUrl' | 'institutionFile'>,
  institution: Institution,
): (message: MailMessage) => Wording {
  if (!institution.custom_email_copy) return (message) => mailWording(message, baseUrl, institution)
  const templates = readMailTemplates(institutionFile, institution)
  return (message) => customWording(templates[message.kind], message, baseUrl, institution)
}
