import { pageData } from '../../client/index.ts'
import styles from './privacy.module.css'

/** The browsers' own help pages about cookies (requirement 1.footer.7). */
const browsers = [
  ['Google Chrome', 'https://support.google.com/chrome/answer/95647'],
  [
    'Microsoft Edge',
    'https://support.microsoft.com/microsoft-edge/delete-cookies-in-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
  ],
  ['Mozilla Firefox', 'https://support.mozilla.org/kb/enhanced-tracking-protection-firefox-desktop'],
  ['Safari on a Mac', 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac'],
  ['Safari on an iPhone or iPad', 'https://support.apple.com/105082'],
] as const

/** What happens to the answers, and the cookie notice (requirements 1.footer.6 and 1.footer.7). */
export function Privacy() {
  const { partner_name, help_email } = pageData().institution
  return (
    <div className={styles.notice}>
      <p>What you write here is read by the admissions staff of {partner_name}, and by nobody else.</p>
      <h3>Your answers</h3>
      <p>
        Your answers are used to decide on your application. Your Social Security Number, what you say about yourself
        and your conduct are stored encrypted. To have something corrected or deleted, write to{' '}
        <a href={`mailto:${help_email}`}>{help_email}</a>.
      </p>
      <h3>Cookies and what this device keeps</h3>
      <p>
        We set two cookies when you log in: one keeps you logged in, the other tells this page that you are. Both are
        gone when you log out. We set no cookies for advertising or statistics. Until your answers are saved to your
        account, they are kept in this browser for up to 24 hours; the control “Clear this device” under the form
        removes them.
      </p>
      <p>Your browser can show, block and delete cookies. Its makers say how:</p>
      <ul className={styles.browsers}>
        {browsers.map(([name, address]) => (
          <li key={name}>
            <a href={address} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
