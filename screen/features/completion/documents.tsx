import type { Profile } from '../../../api/index.ts'
import { type Form, fileSize, questionsByKey } from '../../../engine/index.ts'
import { Group, Icon } from '../../parts/index.ts'
import styles from './documents.module.css'

/** The documents received with the application; renders nothing if there are none. */
export function Documents({ form, received }: { form: Form; received: Profile['document_answer'] }) {
  const files = form.keys.flatMap((key) => (received[key] ? [{ key, ...received[key] }] : []))
  if (files.length === 0) return null
  return (
    <Group title="Documents received" note="They came with your application.">
      <ul className={styles.documents}>
        {files.map(({ key, file_name, file_size }) => (
          <li key={key}>
            <Icon name="file" />
            <span>
              {questionsByKey(form).get(key)?.label}
              <span className={styles.file}>
                {file_name}, {fileSize(file_size)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Group>
  )
}
