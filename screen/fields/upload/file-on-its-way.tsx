import { Icon, Loading, useElapsed } from '../../parts/index.ts'
import type { Upload } from '../actions/index.ts'
import styles from './upload.module.css'

const PATIENCE = 10_000 // ms; the first Word document of the day may take much longer

/** Nothing is known to be wrong with the document. */
const unclearWords = "Your file is uploaded. We can't see how far along it is, but we'll keep checking."

type FileOnItsWayProps = { upload: Extract<Upload, { kind: 'uploading' | 'converting' }> }

/** A file that is being uploaded, with the share sent so far, or that the server is converting. */
export function FileOnItsWay({ upload }: FileOnItsWayProps) {
  const name = upload.document.file_name || 'Your file'
  return (
    <div className={styles.box} aria-busy="true">
      <Icon name="file" />
      <div>
        <p className={styles.name}>{name}</p>
        {upload.kind === 'converting' ? (
          <Converting isUnclear={upload.isUnclear} />
        ) : (
          <p className={styles.state}>Uploading…</p>
        )}
      </div>
      {upload.kind === 'uploading' && (
        <>
          <span className={styles.state}>{Math.round(upload.share * 100)}%</span>
          <progress className={styles.meter} value={upload.share} aria-label={`Uploading ${name}`} />
        </>
      )}
    </div>
  )
}

function Converting({ isUnclear = false }: { isUnclear: boolean | undefined }) {
  const isSlow = useElapsed(PATIENCE)
  const patience = isUnclear ? unclearWords : isSlow && 'This can take a minute.'
  return (
    <p className={styles.state}>
      <Loading size="xs" />
      <span>Converting to PDF…{patience && <span role="status"> {patience}</span>}</span>
    </p>
  )
}
