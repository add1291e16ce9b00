import { parseWords, personIn } from '../../platform/control/index.ts'
import { folderOf, targetNamed } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { expireDeliveries } from './expire-deliveries.ts'
import { makeAgain } from './make-again.ts'
import { makeDelivery } from './make-delivery.ts'
import { missingCodes } from './missing-codes.ts'
import { sendDeliveries } from './send-delivery.ts'

const USAGE =
  'Usage: npm run deliver -- <target> --by <person> [--dry-run] [--after <change> --through <change>], or --again <delivery> --by <person>'

/** `npm run deliver`: hands applications over to a target and sends what was made (docs/deliveries.md). */
export async function deliverCommand(deliveries: Deliveries, words: readonly string[]): Promise<unknown> {
  const { target, by, dryRun, again, range } = read(words)
  await expireDeliveries(deliveries)
  if (again !== undefined) return makeAgain(deliveries, again, by)
  const found = targetNamed(deliveries, target)
  if (dryRun) {
    const { id: _, ...summary } = await makeDelivery(deliveries, target, { by, range, dryRun })
    return { ...summary, values_without_code: await missingCodes(deliveries, target) }
  }
  const { id, ...summary } = await makeDelivery(deliveries, target, { by, range })
  return {
    ...{ delivery: id, ...summary, folder: folderOf(deliveries, { target, id }) },
    sent: await sendDeliveries(deliveries, target, found, by),
  }
}

const OPTIONS = {
  by: { type: 'string' },
  after: { type: 'string' },
  through: { type: 'string' },
  again: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

function read(words: readonly string[]) {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [target = '', ...more] = positionals
  if (more.length > 0 || (target === '') === (values.again === undefined)) throw new Error(USAGE)
  const by = personIn(values.by)
  const number = (name: 'after' | 'through' | 'again') => {
    const text = values[name]
    if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new Error(`--${name} must be a whole number.`)
    return text === undefined ? undefined : Number(text)
  }
  const range = { after: number('after'), through: number('through') }
  return { target, by, dryRun: values['dry-run'], again: number('again'), range }
}
