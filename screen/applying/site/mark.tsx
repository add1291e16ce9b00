import styles from './site.module.css'

/** The logo: two mountain slopes, one in the sun. Its size is set here too, in case the style sheet is missing. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <path className={styles.shade} d="M18 6l6.5 10.5L29 12l13 26H14.5l3-8-3.5-6.5z" />
      <path className={styles.light} d="M15.8 9.6 2 38h9.6l2.9-7.6-3.6-6.7z" />
    </svg>
  )
}
