import type { Metrics } from '../../platform/metrics/index.ts'
import type { Converter } from './create-converter.ts'
import type { Outcome } from './outcome.ts'

/** The same converter, with the outcome of every conversion counted. */
export const countedConverter = (converter: Converter, metrics: Pick<Metrics, 'count'>): Converter => ({
  ...converter,
  convert: async (bytes) => {
    try {
      const outcome = await converter.convert(bytes)
      metrics.count('causeway_conversions_total', { outcome: nameOf(outcome) })
      return outcome
    } catch (error) {
      metrics.count('causeway_conversions_total', { outcome: 'interrupted' })
      throw error
    }
  },
})

function nameOf(outcome: Outcome) {
  if ('pdf' in outcome) return 'converted'
  if ('refused' in outcome) return 'refused'
  if ('crashed' in outcome) return 'crashed'
  return 'exhausted' in outcome ? 'exhausted' : 'late'
}
