import { useMemo, useSyncExternalStore } from 'react'
import type { School } from '../../../engine/index.ts'
import { QuestionField } from '../kinds/index.ts'
import { BlockFieldset } from '../layout/index.ts'
import { isOwnText, isWithoutRecord, SearchedContext, searchedIn } from '../lookup/index.ts'
import { useApplicationStore } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './school-block.module.css'

/**
 * A school: its name, which has a search, and its details. If the person types a name that is not in the list, they
 * fill in the details themselves (requirement 4.autocomplete.5).
 */
export function SchoolBlock({ block, draw }: BlockProps<School>) {
  const [name, code, ...rest] = block.items
  const store = useApplicationStore()
  const searched = useMemo(() => searchedIn(block), [block])
  const isFree = useSyncExternalStore(store.subscribe, () => isOwnText(store, searched))
  const isBare = useSyncExternalStore(store.subscribe, () => isWithoutRecord(store, searched))
  return (
    <BlockFieldset name={`${searched.key}-group`} legend={block.label} heard help={block.help}>
      <SearchedContext value={searched}>
        <div>
          {name?.kind === 'text' && <QuestionField question={name} />}
          <p className={styles.below} role="status">
            {isBare
              ? 'We could not look up the address of this school. Please enter it below.'
              : isFree && 'Enter your school information below.'}
          </p>
        </div>
        {code?.kind === 'code' && <QuestionField question={code} />}
        {draw(rest)}
      </SearchedContext>
    </BlockFieldset>
  )
}
