import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { unexpected } from '../../../api/browser.ts'
import { say } from '../../../engine/index.ts'
import { CallError, callsAs } from '../../client/index.ts'
import { Button, buttonLook, Icon, LiveRegion, Loading, Notice, Status } from '../../parts/index.ts'
import styles from './completion.module.css'

/** The application PDF. The server makes it after accepting the application, so it may take a moment. */
export function ApplicationPdf({ accountId }: { accountId: string }) {
  const { data, refetch } = useQuery(pdfStatusQuery(accountId))
  if (data?.status === 'FAILED') throw new Error(data.message)
  const isReady = data?.status === 'COMPLETED'
  return (
    <>
      <Status>
        {!isReady && (
          <p className={styles.making}>
            <Loading size="s" />
            <span>{say('We’re making your PDF. It will appear here when it’s ready.')}</span>
          </p>
        )}
      </Status>
      {isReady && (
        <>
          <a className={buttonLook()} href={data.url} target="_blank" rel="noreferrer" onClick={() => void refetch()}>
            <Icon name="download" />
            <span>{say('Download PDF')}</span>
          </a>
          <p className={styles.note}>{say('Opens in a new tab')}</p>
        </>
      )}
      {/* One text: of a place with a link and a note Orca reads all for each of them. */}
      <LiveRegion>{isReady && say('Your PDF is ready.')}</LiveRegion>
    </>
  )
}

/** Shown when making the PDF or reading its status failed. Says that the application itself was received. */
export function PdfFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const queryClient = useQueryClient()
  const retry = () => {
    queryClient.clear()
    onRetry()
  }
  return (
    <Notice kind="stop" title={say('We couldn’t make your PDF')} role="alert">
      <p>{error instanceof Error && error.message !== '' ? error.message : say(unexpected.message)}</p>
      <p>{say('We have your application.')}</p>
      <Button variant="outline" size="small" onClick={retry}>
        {say('Try again')}
      </Button>
    </Notice>
  )
}

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
