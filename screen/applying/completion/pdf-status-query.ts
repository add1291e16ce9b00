import { queryOptions } from '@tanstack/react-query'
import { CallError, callsAs } from '../../client/index.ts'

const UNSETTLED = 1_000 // 9.polling.2
const SETTLED = 600_000 // 9.polling.2
/** Milliseconds before the next request if the server is busy or unreachable and gives no delay of its own. */
const TROUBLED = 10_000

/**
 * The status of the PDF: requested every second until it is final, then every ten minutes (requirements 4.pdf.1 and
 * 4.pdf.2). It is asked on behalf of this account: another tab may have logged in somebody else.
 */
export const pdfStatusQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['application PDF', accountId],
    queryFn: () => callsAs(() => accountId).callOnce('pdfStatus'),
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof CallError) return (error.retryAfter ?? 0) * 1000 || TROUBLED
      return data?.status === 'COMPLETED' || data?.status === 'FAILED' ? SETTLED : UNSETTLED
    },
    /** Connection problems are temporary, so only a refusal counts as an error of this page. */
    throwOnError: (error) => !(error instanceof CallError && (error.code === 'offline' || error.status === 503)),
  })
