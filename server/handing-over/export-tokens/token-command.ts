import { type ExportRight, exportRights } from '../../../api/index.ts'
import { operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import { type ExportTokensDeps, endToken, type ListedToken, listTokens, makeToken } from './export-tokens.ts'

const USAGE =
  'Usage: npm run token -- make <name> --rights <right>,… [--networks <network>,…] [--days <n>] [--purpose <words>] [--sandbox] --by <person>, token -- list, or token -- end <name> --by <person>'

/**
 * `npm run token`: makes, lists and ends the tokens of the export calls (docs/deliveries.md). One that needs another person
 * waits for an administrator of the desk. Wrong words throw one sentence.
 */
export async function tokenCommand(deps: ExportTokensDeps, words: readonly string[]): Promise<unknown> {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [what, name = '', ...more] = positionals
  const given = Object.keys(values)
  if (what === 'list' && name === '' && given.length === 0) return linesOf(await listTokens(deps))
  if (!name || more.length > 0) throw new Error(USAGE)
  if (what === 'end' && given.every((option) => option === 'by'))
    return [await endToken(deps, name, operatorFor(personIn(values.by)))]
  if (what !== 'make') throw new Error(USAGE)
  const doer = operatorFor(personIn(values.by))
  const [rights, networks] = [rightsIn(values.rights), networksIn(values.networks)]
  const [days, purpose] = [daysIn(values.days), values.purpose?.trim() ?? '']
  return makeToken(deps, { name, rights, networks, days, purpose, sandbox: values.sandbox ?? false }, doer)
}

/** A line for each token that was made, the newest last. */
const linesOf = (tokens: readonly ListedToken[]): readonly string[] =>
  tokens.length === 0
    ? ['There are no tokens.']
    : tokens.map(({ id, name, rights, networks, made_by, purpose, state, until, last_used_at }) =>
        [
          `${name} (${id})`,
          rights.join(','),
          `from ${networks.join(',') || 'every network'}`,
          `made by ${made_by}`,
          ...(purpose === '' ? [] : [`for ${purpose}`]),
          `${stateWords[state]} ${until.toISOString()}`,
          last_used_at ? `last used ${last_used_at.toISOString()}` : 'never used',
        ].join('; '),
      )

const stateWords = {
  ended: 'ended',
  expired: 'expired',
  valid: 'valid until',
  waiting: 'not confirmed, valid until',
} as const

const OPTIONS = {
  by: { type: 'string' },
  rights: { type: 'string' },
  networks: { type: 'string' },
  days: { type: 'string' },
  purpose: { type: 'string' },
  sandbox: { type: 'boolean' },
} as const

function rightsIn(text = ''): readonly ExportRight[] {
  const given = listIn(text)
  const wrong = given.find((each) => !exportRights.some((right) => right === each))
  if (wrong === undefined && given.length > 0) return exportRights.filter((right) => given.includes(right))
  throw new Error(`--rights must be some of ${exportRights.join(',')}${wrong === undefined ? '' : `, not ${wrong}`}.`)
}

function networksIn(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  const given = listIn(text)
  if (given.length > 0) return given
  throw new Error('--networks must be networks such as 192.0.2.0/24 or 2001:db8::/32.')
}

function daysIn(text = '90'): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= 365) return days
  throw new Error('--days must be a whole number from 1 to 365.')
}

const listIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
