import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './text.tsx'

export type IconName = keyof typeof drawings

type IconProps = ComponentProps<'svg'> & { name: IconName }

/**
 * One of the product's own line drawings, as tall as the text beside it. Hidden from assistive technology, so never use
 * it as the only sign of a meaning.
 */
export function Icon({ name, className, ...rest }: IconProps) {
  return (
    <svg
      {...rest}
      className={classNames(styles.symbol, className)}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}

const drawings = {
  'chevron-right': <path className={styles.turns} d="m8 4.5 5.5 5.5L8 15.5" />,
  'chevron-left': <path className={styles.turns} d="M12 4.5 6.5 10l5.5 5.5" />,
  'chevron-down': <path d="m5 7.5 5 5 5-5" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  cross: <path d="m5 5 10 10M15 5 5 15" />,
  dash: <path d="M5.5 10h9" />,
  'circle-open': <circle cx="10" cy="10" r="5.75" />,
  'circle-half': (
    <>
      <circle cx="10" cy="10" r="5.75" />
      <path d="M10 4.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
    </>
  ),
  circle: <circle cx="10" cy="10" r="4.5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  alert: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 6v4.75M10 13.6v.1" />
    </>
  ),
  stop: (
    <>
      <path d="M7 2.5h6L17.5 7v6L13 17.5H7L2.5 13V7z" />
      <path d="M10 6v4.75M10 13.6v.1" />
    </>
  ),
  search: (
    <>
      <circle cx="8.75" cy="8.75" r="5.25" />
      <path d="m12.75 12.75 4 4" />
    </>
  ),
  file: (
    <>
      <path d="M5 2.5h6.5l4 4v11H5z" />
      <path d="M11.5 2.5v4h4M7.5 10.5H13M7.5 13.5h4" />
    </>
  ),
  trash: <path d="M3.5 5.5h13M8 5.5v-2h4v2M5.25 5.5l.75 11h8l.75-11M8.5 8.5v5M11.5 8.5v5" />,
  user: (
    <>
      <circle cx="10" cy="7" r="3.25" />
      <path d="M3.75 17c.5-3.5 2.9-5.25 6.25-5.25s5.75 1.75 6.25 5.25" />
    </>
  ),
  mail: (
    <>
      <path d="M2.5 4.5h15v11h-15z" />
      <path d="m3 5.5 7 5.5 7-5.5" />
    </>
  ),
  eye: (
    <>
      <path d="M1.75 10S4.75 4.75 10 4.75 18.25 10 18.25 10 15.25 15.25 10 15.25 1.75 10 1.75 10z" />
      <circle cx="10" cy="10" r="2.5" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M5.75 6A12 12 0 0 0 1.75 10S4.75 15.25 10 15.25a8.2 8.2 0 0 0 4-1.05M8.25 4.9A7.6 7.6 0 0 1 10 4.75c5.25 0 8.25 5.25 8.25 5.25a13.5 13.5 0 0 1-2.25 2.75" />
      <path d="m3.5 3.5 13 13M8.25 8.25a2.5 2.5 0 0 0 3.5 3.5" />
    </>
  ),
  devices: (
    <>
      <path d="M10 14.5H2.5v-10h12V7" />
      <path d="M12.5 9.5h5v7.5h-5zM7 17.5h3" />
    </>
  ),
  lock: (
    <>
      <path d="M4 9h12v8H4z" />
      <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" />
    </>
  ),
  download: <path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13" />,
  outward: <path className={styles.turns} d="M7 4.5h8.5V13M15 5 5 15" />,
} as const satisfies Record<string, ReactNode>
