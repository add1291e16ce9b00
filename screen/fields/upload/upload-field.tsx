import type { UploadQuestion } from '../../../engine/index.ts'
import { useBlockActions, useUpload } from '../actions/index.ts'
import { FieldGroup } from '../layout/index.ts'
import { useMessages, useOptional } from '../store/index.ts'
import styles from './upload.module.css'
import { UploadControl } from './upload-control.tsx'

/**
 * A document field: no file yet, on its way, or attached (requirements 4.upload). When signed out, it only explains why
 * it must wait.
 */
export function UploadField({ question }: { question: UploadQuestion }) {
  const { key, label, help } = question
  const { signedIn } = useBlockActions()
  const upload = useUpload(key)
  const optional = useOptional([question])
  const missing = useMessages([question])
  const message = upload?.kind === 'refused' || upload?.kind === 'arranging' ? upload.message : undefined
  const messages = message === undefined ? missing : [message]
  return (
    <FieldGroup id={key} name={key} label={label} help={help} optional={optional} messages={messages} tabIndex={-1}>
      {signedIn ? (
        <UploadControl question={question} wrong={messages.length > 0} />
      ) : (
        <p className={styles.idle}>This question can be finished once you have created an account.</p>
      )}
    </FieldGroup>
  )
}
