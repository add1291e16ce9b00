import { useQuery } from '@tanstack/react-query'
import { buttonLook, Icon, Loading } from '../../parts/index.ts'
import styles from './completion.module.css'
import { pdfStatusQuery } from './pdf-status-query.ts'

/** The application PDF. The server makes it after accepting the application, so it may take a moment. */
export function ApplicationPdf({ accountId }: { accountId: string }) {
  const { data, refetch } = useQuery(pdfStatusQuery(accountId))
  if (data?.status === 'FAILED') throw new Error(data.message)
  const isReady = data?.status === 'COMPLETED'
  return (
    <div role="status">
      {isReady ? (
        <a className={buttonLook()} href={data.url} target="_blank" rel="noreferrer" onClick={() => void refetch()}>
          <Icon name="download" />
          <span>Download PDF</span>
        </a>
      ) : (
        <p className={styles.making}>
          <Loading size="s" />
          <span>We’re making your PDF. It will appear here when it’s ready.</span>
        </p>
      )}
      {isReady && <p className={styles.note}>Opens in a new tab</p>}
    </div>
  )
}
