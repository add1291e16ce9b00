import { parseWords, personIn } from '../../platform/control/index.ts'
import { makeServiceLink, revokeServiceLinks } from './make-service-link.ts'
import type { ServiceLinks } from './service-links.ts'

/** `npm run service-link`: makes a link to the service view. Wrong words throw one sentence. */
export const serviceLinkCommand = async (links: ServiceLinks, words: readonly string[]) =>
  makeServiceLink(links, read(words, 'service-link'))

/** `npm run revoke-service-links`: ends every link to an application. Wrong words throw one sentence. */
export const revokeServiceLinksCommand = async (links: ServiceLinks, words: readonly string[]) =>
  revokeServiceLinks(links, read(words, 'revoke-service-links'))

function read(words: readonly string[], command: string): { readonly name: string; readonly by: string } {
  const usage = `Usage: npm run ${command} -- <reference or e-mail address> --by <person>`
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, usage)
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new Error(usage)
  return { name, by: personIn(values.by) }
}
