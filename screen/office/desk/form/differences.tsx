import type { EditionDifference } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import { VisuallyHidden } from '../../../parts/index.ts'
import { Shown } from './face-rows.tsx'
import styles from './form.module.css'

/** What reads otherwise: what it was, struck through, and what it is. */
export const Differences = ({ differences }: { differences: readonly EditionDifference[] }) =>
  differences.length > 0 && (
    <ul className={styles.differences}>
      {differences.map(({ place, name, was, is }) => (
        <li key={place}>
          <span translate="no">{name}</span>
          {was !== '' && (
            <del translate="no">
              <VisuallyHidden>{say('Until now:')} </VisuallyHidden>
              <Shown value={was} />
            </del>
          )}{' '}
          {is !== '' && (
            <ins translate="no">
              <VisuallyHidden>{say('From then on:')} </VisuallyHidden>
              <Shown value={is} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
