import { operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import type { Deliveries } from './deliveries.ts'
import { handOver, makeKeptAgain, tryDelivery } from './hand-over.ts'

const USAGE =
  'Usage: npm run deliver -- <target> --by <person> [--dry-run] [--after <change> --through <change>], or --again <delivery> --by <person>'

/** `npm run deliver`: hands applications over to a target and sends what was made (docs/deliveries.md). */
export async function deliverCommand(deliveries: Deliveries, words: readonly string[]): Promise<unknown> {
  const { target, by, dryRun, again, range } = read(words)
  const doer = operatorFor(by)
  if (again !== undefined) return makeKeptAgain(deliveries, again, doer)
  return dryRun ? tryDelivery(deliveries, target, doer, range) : handOver(deliveries, target, doer, range)
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
