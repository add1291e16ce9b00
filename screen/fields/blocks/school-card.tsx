import { type Ref, useState } from 'react'
import { answerTo, keysByRole, keysIn, labelOf, partsOf, type School } from '../../../engine/index.ts'
import { LinkButton, sentence, VisuallyHidden } from '../../parts/index.ts'
import { leadingTo } from '../layout/index.ts'
import { useApplication, useApplicationStore, useWarning } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './school-card.module.css'

type SchoolCardProps = BlockProps<School> & {
  ref: Ref<HTMLFieldSetElement>
  onChange: () => void
  onEdit: () => void
}

/**
 * A school chosen from the list: its name and place, without boxes. If its record lacks something that is required, or
 * holds something wrong, the box for that is shown below.
 */
export function SchoolCard({ block, draw, ref, onChange, onEdit }: SchoolCardProps) {
  const store = useApplicationStore()
  const { name = '', address_line_1 = '', city = '', state = '', zip = '', country = '' } = keysByRole(block)
  const [, , ...rest] = block.items
  const open = useApplication(() =>
    keysIn(rest)
      .filter((key) => store.unfinished().has(key))
      .join(' '),
  )
  const [lacking, setLacking] = useState(open)
  // A box stays after it is filled in, so that it does not go while the person is in it.
  const both = [...new Set(`${lacking} ${open}`.split(' '))].join(' ').trim()
  if (both !== lacking) setLacking(both)
  const title = useReadable(block, [name])
  const place = useReadable(block, [city, state])
  const warning = useWarning([name])
  const address = useReadable(block, [address_line_1, zip, country])
  return (
    <>
      <fieldset ref={ref} className={styles.card} aria-label={[title, place].filter(Boolean).join(', ')} tabIndex={-1}>
        <p className={styles.name} translate="no">
          {title}
        </p>
        <p className={styles.place} translate="no">
          {place}
        </p>
        <p className={styles.address} translate="no">
          {address}
        </p>
        {warning && <p className={styles.place}>{warning}</p>}
        <p className={styles.actions}>
          <span>
            <span>Not your school?</span>{' '}
            <LinkButton {...leadingTo([name])} onClick={onChange}>
              <span>Change</span>
              <VisuallyHidden translate="no">{` ${title}`}</VisuallyHidden>
            </LinkButton>
          </span>
          <LinkButton {...leadingTo(keysIn(rest))} onClick={onEdit}>
            <span>Edit address</span>
            <VisuallyHidden>{sentence` of ${title}`}</VisuallyHidden>
          </LinkButton>
        </p>
      </fieldset>
      {draw(rest.filter((item) => keysIn([item]).some((key) => both.split(' ').includes(key))))}
    </>
  )
}

/** The answers to these questions as people read them, such as "Bozeman, Montana". */
const useReadable = (block: School, keys: readonly string[]): string =>
  useApplication(({ answer }) =>
    keys
      .map((key) => {
        const question = partsOf(block).find((part) => part.key === key)
        const value = answerTo(answer, key).trim()
        return question?.kind === 'choice' && value !== '' ? labelOf(question, value) : value
      })
      .filter((part) => part !== '')
      .join(', '),
  )
