import type { UploadQuestion } from '../../engine/index.ts'
import { Button, Loading } from '../parts/index.ts'
import { useBlockActions } from './block-actions.ts'
import { useUpload } from './document-actions.ts'
import { FieldGroup } from './field-group.tsx'
import styles from './upload/upload.module.css'
import { useUploadControl } from './upload/use-upload-control.ts'
import { useMessages } from './use-messages.ts'
import { useOptional } from './use-optional.ts'

/** A document: to be chosen, on its way, or attached (specification §4). Signed out the field only says why it must wait. */
export function UploadField({ question }: { question: UploadQuestion }) {
  const { key, label, help } = question
  const { signedIn } = useBlockActions()
  const upload = useUpload(key)
  const optional = useOptional([question])
  const missing = useMessages([question])
  const messages = upload?.kind === 'refused' ? [upload.message] : missing
  return (
    <FieldGroup id={key} name={key} label={label} help={help} optional={optional} messages={messages} tabIndex={-1}>
      {signedIn ? (
        <Fetched question={question} wrong={messages.length > 0} />
      ) : (
        <p className={styles.idle}>This question can be finished once you have created an account.</p>
      )}
    </FieldGroup>
  )
}

function Fetched(props: { question: UploadQuestion; wrong: boolean }) {
  const { Control, isMissing, retry } = useUploadControl()
  if (Control) return <Control {...props} />
  return (
    <div className={styles.idle}>
      {isMissing ? (
        <Button variant="outline" size="small" onClick={retry}>
          Try again to show the upload
        </Button>
      ) : (
        <Loading label="Loading" />
      )}
    </div>
  )
}
