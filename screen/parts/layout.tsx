import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import styles from './layout.module.css'
import { classNames } from './text.tsx'

/**
 * Places its children side by side on six columns, three columns each unless a child sets `data-span` to 2, 4 or 6;
 * below 675px they stack. Each child spans six rows that its neighbors share, so that a long label, a message or a hint
 * of one does not push it out of line with the next.
 */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />
}

/**
 * The page grid. From 900px wide, the first child goes in the heading column and the second in the text column; below
 * that, they stack. An only child goes in the text column.
 */
export function Columns({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.columns, className)} />
}

type GroupProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: ReactNode
  /** A sentence under the title. */
  note?: ReactNode
  /** Leaves out the line above, which the first group under a colored band does not need. */
  unruled?: boolean
}

/** A titled group: the heading stays visible in the left column while scrolling; the content is in the text column. */
export function Group({ title, note, unruled, className, children, ...rest }: GroupProps) {
  const headingId = useId()
  return (
    <section
      {...rest}
      className={classNames(styles.group, unruled && styles.unruled, className)}
      aria-labelledby={headingId}
    >
      <Columns>
        <div className={styles.groupHead}>
          <h2 id={headingId}>{title}</h2>
          {note && <p className={styles.groupNote}>{note}</p>}
        </div>
        <div className={styles.groupBody}>{children}</div>
      </Columns>
    </section>
  )
}

type ActionsProps = {
  /** The way back: a quiet button in the heading column. */
  back?: ReactNode
  /** The ways forward, with the main button last. */
  children: ReactNode
}

/** The last row of a page. The order on screen matches the order in the source. */
export function Actions({ back, children }: ActionsProps) {
  return (
    <Columns className={styles.actions}>
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.onward}>{children}</div>
    </Columns>
  )
}

type PageHeadProps = {
  title: ReactNode
  /** Opening sentences, in larger type. */
  children?: ReactNode
  /** The heading, which can take focus after a page change. */
  ref?: Ref<HTMLHeadingElement>
}

/** The page title. Use it once per page. */
export function PageHead({ title, children, ref }: PageHeadProps) {
  return (
    <div className={styles.pageHead}>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {children && <div className={styles.lead}>{children}</div>}
    </div>
  )
}

/** Mountains in front of a dark ground, or with `belowGround` at its lower end. */
export const Ridge = ({ belowGround }: { belowGround?: boolean }) => (
  <div className={classNames(styles.ridge, belowGround && styles.ridgeBelowGround)} />
)

type LogoProps = { light: string; dark: string; width: number; height: number }

const AT_NIGHT = 'screen and (prefers-color-scheme: dark)'

/** A logo beside the name that it stands for, which is why it says nothing to who cannot see it. */
export const Logo = ({ light, dark, ...size }: LogoProps) => (
  <picture>
    <source srcSet={dark} media={AT_NIGHT} />
    <img className={styles.logo} src={light} alt="" {...size} />
  </picture>
)

/** The page width between its side margins. All page content goes in one. */
export function Frame({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.frame, className)} />
}
