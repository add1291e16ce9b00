import { Outlet } from 'react-router'
import { Frame } from '../../parts/index.ts'
import styles from './card-desk.module.css'

/** The ground on which an account card lies. */
export function CardDesk() {
  return (
    <main id="main" className={styles.desk}>
      <Frame>
        <Outlet />
      </Frame>
    </main>
  )
}
