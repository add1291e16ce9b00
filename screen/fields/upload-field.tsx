import { fileLimits } from '../../api/browser.ts'
import { isGiven, type UploadQuestion } from '../../engine/index.ts'
import { useBlockActions } from './block-actions.ts'
import { useUpload } from './document-actions.ts'
import { FieldGroup } from './field-group.tsx'
import { ChooseFile } from './upload/choose-file.tsx'
import { FileOnItsWay } from './upload/file-on-its-way.tsx'
import { StoredFile } from './upload/stored-file.tsx'
import styles from './upload/upload.module.css'
import { UploadNews } from './upload/upload-news.tsx'
import { useApplication } from './use-application.ts'
import { useMessages } from './use-messages.ts'
import { useOptional } from './use-optional.ts'

/** A document: to be chosen, on its way, or attached (specification §4). Signed out the field only says why it must wait. */
export function UploadField({ question }: { question: UploadQuestion }) {
  const { key, label } = question
  const { signedIn } = useBlockActions()
  const upload = useUpload(key)
  const optional = useOptional([question])
  const missing = useMessages([question])
  const messages = upload?.kind === 'refused' ? [upload.message] : missing
  return (
    <FieldGroup
      id={key}
      name={key}
      label={label}
      help={question.help ?? (signedIn ? LIMITS : undefined)}
      optional={optional}
      messages={messages}
      tabIndex={-1}
    >
      {signedIn ? (
        <UploadControl question={question} wrong={messages.length > 0} />
      ) : (
        <p className={styles.box}>This question can be finished once you have created an account.</p>
      )}
    </FieldGroup>
  )
}

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(fileLimits.types)
const LIMITS = `A ${listed} file of at most ${fileLimits.bytes / 1024 ** 2} MB.`

function UploadControl({ question, wrong }: { question: UploadQuestion; wrong: boolean }) {
  const { key } = question
  const upload = useUpload(key)
  const stored = useApplication(({ answer, document_answer }) =>
    isGiven(answer[key]) ? document_answer[key] : undefined,
  )
  return (
    <>
      {upload?.kind === 'uploading' || upload?.kind === 'converting' ? (
        <FileOnItsWay upload={upload} />
      ) : stored ? (
        <StoredFile question={question} document={stored} busy={upload?.kind === 'deleting'} />
      ) : (
        <ChooseFile question={question} left={upload?.kind === 'deleting' ? undefined : upload} wrong={wrong} />
      )}
      <UploadNews upload={upload} stored={stored} />
    </>
  )
}
