import { isGiven, type School } from '../../../engine/index.ts'
import type { BlockProps } from '../draw.ts'
import { QuestionField } from '../question-field.tsx'
import { useApplication } from '../use-application.ts'
import { BlockFieldset } from './block-fieldset.tsx'
import styles from './school-block.module.css'

/** A school: its name, and what is known of it. A name that is in no list is followed by the person's own words (specification §4). */
export function SchoolBlock({ block, draw }: BlockProps<School>) {
  const [name, code, ...rest] = block.items
  const [nameKey = '', codeKey = ''] = block.keys
  const isFree = useApplication(({ answer }) => isGiven(answer[nameKey]) && !isGiven(answer[codeKey]))
  return (
    <BlockFieldset name={`${nameKey}-group`} legend={block.label} heard help={block.help}>
      <div>
        {name?.kind === 'text' && <QuestionField question={name} />}
        <p className={styles.below} role="status">
          {isFree && 'Enter your school information below.'}
        </p>
      </div>
      {code?.kind === 'code' && <QuestionField question={code} />}
      {draw(rest)}
    </BlockFieldset>
  )
}
