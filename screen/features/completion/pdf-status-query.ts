import { queryOptions } from '@tanstack/react-query'
import { CallError, callOnce } from '../../client/index.ts'

const UNSETTLED = 1_000 // 9.polling.2
const SETTLED = 600_000 // 9.polling.2
/** Milliseconds before asking again when the server is busy or out of reach and does not say when. */
const TROUBLED = 10_000

/**
 * The state of the PDF: asked each second until it is settled, then every ten minutes (requirements 4.pdf.1 and
 * 4.pdf.2).
 */
export const pdfStatusQuery = queryOptions({
  queryKey: ['copy'],
  queryFn: () => callOnce('pdfStatus'),
  refetchInterval: ({ state: { data, error } }) => {
    if (error instanceof CallError) return (error.retryAfter ?? 0) * 1000 || TROUBLED
    return data?.status === 'COMPLETED' || data?.status === 'FAILED' ? SETTLED : UNSETTLED
  },
  /** Trouble on the way passes: only a refusal is an error of this page. */
  throwOnError: (error) => !(error instanceof CallError && (error.code === 'offline' || error.status === 503)),
})
