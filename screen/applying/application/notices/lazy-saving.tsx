import { lazyPart } from '../../../parts/index.ts'
import styles from './messages.module.css'

// Nothing is saved for a visitor. An answer may be typed after the network is gone.
export const Saving = lazyPart(async () => (await import('./saving.tsx')).Saving, {
  meanwhile: <div className={styles.line} />,
  preloaded: true,
})
