import { type Application, type Form, fileSize, questionsByKey } from '../../../engine/index.ts'
import { Group, Icon } from '../../parts/index.ts'
import styles from './completion.module.css'
import { schoolOf } from './schools-to-ask.ts'

/** The documents received with the application; renders nothing if there are none. */
export function Documents({ form, application }: { form: Form; application: Application }) {
  const { document_answer } = application
  const files = form.keys.flatMap((key) => {
    const file = document_answer[key]
    const label = [questionsByKey(form).get(key)?.label, schoolOf(form, application, key)].filter(Boolean).join(', ')
    return file ? [{ key, label, ...file }] : []
  })
  if (files.length === 0) return null
  return (
    <Group title="Documents received" note="We received these with your application.">
      <ul className={styles.documents}>
        {files.map(({ key, label, file_name, file_size }) => (
          <li key={key}>
            <Icon name="file" />
            <span>
              <span>{label}</span>
              <span className={styles.file}>
                <span translate="no">{file_name}</span>
                <span>{`, ${fileSize(file_size)}`}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Group>
  )
}
