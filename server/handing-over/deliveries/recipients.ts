import type { BaseLogger } from 'pino'
import { type ExportRight, type Includable, type Institution, leaves, type WayOut } from '../../../api/index.ts'
import type { Care } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { isSandbox, listTokens } from '../export-tokens/index.ts'
import { readTargets, readWebhooks } from './targets.ts'

/** Another system that is set up to be given applications, or only to be told of changes. */
export type Recipient = {
  /** As institution.json calls it, else as it is set up. */
  readonly name: string
  readonly way: WayOut
  /** How the answers of a grade leave to it. */
  readonly gets: (grade: Care) => ReturnType<typeof leaves>
  readonly hasDocuments: boolean
}

type RecipientDeps = {
  readonly database: Pick<Database, 'db'>
  readonly settings: Pick<Settings, 'deliveriesFile'>
  readonly institution: Pick<Institution, 'recipients'>
  readonly now: () => Date
}

/**
 * Every system that is given applications as things are set up now: the targets of deliveries, the webhooks, and what has a
 * token that may be used. Throws one sentence if DELIVERIES_FILE cannot be read.
 */
export async function recipientsNow({
  settings: { deliveriesFile },
  institution,
  ...deps
}: RecipientDeps): Promise<readonly Recipient[]> {
  const named = nameOfRecipient(institution)
  const of = (name: string, way: WayOut, rights: readonly string[], documents: Includable & ExportRight) => ({
    ...{ name: named(name), way },
    gets: (grade: Care) => leaves(way, grade, rights),
    hasDocuments: rights.includes(documents),
  })
  const tokens = (await listTokens(deps)).filter((token) => token.state === 'valid' && !isSandbox(token))
  return [
    ...Object.entries(readTargets(deliveriesFile)).map(([name, { profile, include }]) =>
      of(name, `delivery_${profile}`, include, 'documents'),
    ),
    ...tokens.map(({ name, rights }) => of(name, 'export_row', rights, 'documents')),
    ...readWebhooks(deliveriesFile).map(({ name }) => of(name, 'webhook', [], 'documents')),
  ]
}

/** What applicants read a target, a token or a webhook as. */
export const nameOfRecipient =
  (institution: Pick<Institution, 'recipients'>) =>
  (name: string): string => {
    const names = institution.recipients ?? {}
    const plain = name.replace(/^api:/, '')
    return Object.hasOwn(names, plain) ? (names[plain] ?? plain) : plain
  }

const MINUTE = 60_000 // ms

/**
 * The names of these systems for pages that cannot wait for them: as they were a minute ago, or before the database or the
 * file could not be read.
 */
export async function createRecipientNames(deps: RecipientDeps & { readonly log: Pick<BaseLogger, 'warn'> }) {
  let names: readonly string[] = []
  let readAt = 0
  const read = async () => {
    readAt = deps.now().getTime()
    try {
      names = [...new Set((await recipientsNow(deps)).map(({ name }) => name))]
    } catch (err) {
      deps.log.warn({ err }, 'The recipients that Privacy names could not be read anew.')
    }
  }
  await read()
  return {
    names: (): readonly string[] => {
      if (deps.now().getTime() - readAt > MINUTE) void read()
      return names
    },
  }
}
