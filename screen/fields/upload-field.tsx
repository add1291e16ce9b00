import type { UploadQuestion } from '../../engine/index.ts'
import { Icon } from '../parts/index.ts'
import { useBlockActions } from './block-actions.ts'
import { FieldGroup } from './field-group.tsx'
import styles from './upload-field.module.css'
import { useMessages } from './use-messages.ts'
import { useOptional } from './use-optional.ts'

/** A document. None can be sent from here; the field says why, and takes the focus of a link that leads to it. */
export function UploadField({ question }: { question: UploadQuestion }) {
  const { key, label, help } = question
  const { signedIn } = useBlockActions()
  const messages = useMessages([question])
  const optional = useOptional([question])
  return (
    <FieldGroup id={key} name={key} label={label} help={help} optional={optional} messages={messages} tabIndex={-1}>
      <p className={styles.upload}>
        <Icon name="file" />
        {signedIn
          ? 'Document upload is not available yet. Your answers are saved.'
          : 'This question can be finished once you have created an account.'}
      </p>
    </FieldGroup>
  )
}
