import { pageData } from '../../client/index.ts'
import styles from './site.module.css'

/** The accessibility statement: what the application conforms to, its known limits, and where to get help. */
export function Accessibility() {
  const { partner_name, help_email, phone, links } = pageData().institution
  return (
    <div className={styles.notice}>
      <p>
        <span>{partner_name}</span>{' '}
        <span>
          wants everyone to be able to apply. This application is designed to meet the Web Content Accessibility
          Guidelines (WCAG) 2.2, levels A and AA.
        </span>
      </p>
      <p>
        You can fill it out with a keyboard alone, with a screen reader, with larger text, with your own colors, and on
        a small screen. You can take breaks: your answers are saved.
      </p>
      <h3>How we test</h3>
      <p>
        Software checks our pages against WCAG at phone and computer size before each release. Other tests fill out and
        submit the application with a keyboard alone, and check text at twice its size.
      </p>
      <h3>What we know doesn’t work well yet</h3>
      <ul className={styles.points}>
        <li>We haven’t tested every mix of browser and screen reader.</li>
        <li>
          A document you upload becomes a PDF that shows what your file showed. If your file is a scan or a photo, a
          screen reader can’t read its text.
        </li>
      </ul>
      <h3>Get help</h3>
      <p>
        <span>If something doesn’t work for you, email</span>{' '}
        <a href={`mailto:${help_email}`} translate="no">
          {help_email}
        </a>{' '}
        <span>or call</span>{' '}
        <a href={`tel:${phone}`} translate="no">
          {phone}
        </a>
        <span>. Tell us what you were trying to do, and we’ll help you apply. For support at</span>{' '}
        <span>{partner_name}</span>
        <span>, see</span>{' '}
        <a href={links.disability_services} target="_blank" rel="noreferrer">
          disability services
        </a>
        <span>.</span>
      </p>
    </div>
  )
}
