import { useQuery } from '@tanstack/react-query'
import { buttonLook, Icon, Loading } from '../../parts/index.ts'
import styles from './copy.module.css'
import { copyStatusQuery } from './copy-status-query.ts'

/** The PDF copy: made after the application was accepted, so it may take a moment. */
export function Copy() {
  const { data, refetch } = useQuery(copyStatusQuery)
  if (data?.status === 'FAILED') throw new Error(data.message)
  const isReady = data?.status === 'COMPLETED'
  return (
    <div role="status">
      {isReady ? (
        <a className={buttonLook()} href={data.url} target="_blank" rel="noreferrer" onClick={() => void refetch()}>
          <Icon name="download" />
          Download PDF
        </a>
      ) : (
        <p className={styles.making}>
          <Loading size="s" />
          Your copy is being made. This page shows it as soon as it is ready.
        </p>
      )}
      {isReady && <p className={styles.note}>Opens in a new tab</p>}
    </div>
  )
}
