import { pageData } from '../../client/index.ts'
import styles from './privacy.module.css'

/** The accessibility statement: what the application conforms to, its known limits, and where to get help. */
export function Accessibility() {
  const { partner_name, help_email, phone, links } = pageData().institution
  return (
    <div className={styles.notice}>
      <p>
        {partner_name} wants everyone to be able to apply. This application is designed to meet the Web Content
        Accessibility Guidelines (WCAG) 2.2, levels A and AA.
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
        If something doesn’t work for you, email <a href={`mailto:${help_email}`}>{help_email}</a> or call{' '}
        <a href={`tel:${phone}`}>{phone}</a>. Tell us what you were trying to do, and we’ll help you apply. For support
        at {partner_name}, see{' '}
        <a href={links.disability_services} target="_blank" rel="noreferrer">
          disability services
        </a>
        .
      </p>
    </div>
  )
}
