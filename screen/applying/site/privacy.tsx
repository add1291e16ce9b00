import { pageData } from '../../client/index.ts'
import styles from './site.module.css'

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
      <p>
        <span>{partner_name}</span>{' '}
        <span>
          staff who work on admissions and student records see your answers. We give them to nobody else, except where
          the law requires it.
        </span>
      </p>
      <h3>Your answers</h3>
      <p>
        <span>
          We use your answers to decide on your application and to keep your student record. Your gender, ethnicity and
          race play no part in the decision. We encrypt them, your Social Security number and what you tell us about
          your conduct. The account menu lets you download what we hold and, until you submit, delete it. To correct or
          delete something after that, write to
        </span>{' '}
        <a href={`mailto:${help_email}`} translate="no">
          {help_email}
        </a>
        <span>.</span>
      </p>
      <h3>Cookies and what this device keeps</h3>
      <p>
        When you log in, we set two cookies: one keeps you logged in, and the other tells this page that you are. Both
        are gone when you log out. Another cookie remembers for a year that someone has logged in with this browser, so
        that a stranger who guesses passwords can’t lock you out. When you sign up, a cookie ties your code to this
        browser for up to a week. We set no cookies for ads or statistics.
      </p>
      <p>
        Until your answers are saved to your account, this browser keeps them for up to 24 hours. To remove them, choose
        “Clear this device” below the form.
      </p>
      <p>Your browser can show, block and delete cookies. Learn how:</p>
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
