import { say, toSay } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Dialog, sentence } from '../../parts/index.ts'
import styles from './site.module.css'

export type FooterDialog = 'help' | 'privacy' | 'accessibility'

/** What the buttons of the footer open. */
export const FooterDialogs = ({ shown, onClose }: { shown: FooterDialog | undefined; onClose: () => void }) => (
  <>
    <Dialog open={shown === 'help'} onClose={onClose} header={say('Help')}>
      <Help />
    </Dialog>
    <Dialog open={shown === 'privacy'} onClose={onClose} size="s" header={say('Privacy Policy and Cookie Notice')}>
      <Privacy />
    </Dialog>
    <Dialog open={shown === 'accessibility'} onClose={onClose} size="s" header={say('Accessibility')}>
      <Accessibility />
    </Dialog>
  </>
)

/** How to contact the office (requirements 1.footer.4 and 1.footer.5). */
export function Help() {
  const { help_email, partner_name, office, address, phone, phone_toll_free, fax, links } = pageData().institution
  const { more_links = [], office_hours } = pageData().institution
  return (
    <>
      <p>
        {sentence('If you have a question about the application, please write to {email}.', {
          email: <Email address={help_email} />,
        })}
      </p>
      <dl className={styles.ways}>
        <dt>{say('Postal address')}</dt>
        <dd>
          <address translate="no">
            <span>{office}</span>
            <br />
            <span>{partner_name}</span>
            <br />
            <span>{address.line_1}</span>
            <br />
            <span>{`${address.city}, ${address.state} ${address.zip}`}</span>
          </address>
        </dd>
        {office_hours && (
          <>
            <dt>{say('Office hours')}</dt>
            <dd>{office_hours}</dd>
          </>
        )}
        <dt>{say('Phone')}</dt>
        <dd>
          <Phone number={phone} />
        </dd>
        {phone_toll_free && (
          <>
            <dt>{say('Toll free')}</dt>
            <dd>
              <Phone number={phone_toll_free} />
            </dd>
          </>
        )}
        {fax && (
          <>
            <dt>{say('Fax')}</dt>
            <dd translate="no">{fax}</dd>
          </>
        )}
        <dt>{say('More pages')}</dt>
        <dd>
          <ul className={styles.pages}>
            {[
              ['transfer', say('Transfer students'), links.transfer],
              ['freshman', say('First-year students'), links.freshman],
              ['international', say('International students'), links.international],
              ['registration', say('Registration for former students'), links.registration],
              ...(links.fees ? [['fees', say('Fees'), links.fees]] : []),
              ...(links.fee_waiver ? [['fee_waiver', say('Fee waiver'), links.fee_waiver]] : []),
              ...more_links.map(({ id, title, address: to }) => [`own ${id}`, title, to]),
            ].map(([key, words, to]) => (
              <li key={key}>
                <a href={to} target="_blank" rel="noreferrer">
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
    </>
  )
}

const Email = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} translate="no">
    {address}
  </a>
)

const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number}`} translate="no">
    {number}
  </a>
)

/** The browsers' own help pages about cookies (requirement 1.footer.7). */
const browsers = [
  ['Google Chrome', 'https://support.google.com/chrome/answer/95647'],
  [
    'Microsoft Edge',
    'https://support.microsoft.com/microsoft-edge/delete-cookies-in-microsoft-edge-63947406-40ac-c3b8-57b9-2a946a29ae09',
  ],
  ['Mozilla Firefox', 'https://support.mozilla.org/kb/enhanced-tracking-protection-firefox-desktop'],
  [toSay('Safari on a Mac'), 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac'],
  [toSay('Safari on an iPhone or iPad'), 'https://support.apple.com/105082'],
] as const

/** What happens to the answers, and the cookie notice (requirements 1.footer.6 and 1.footer.7). */
export function Privacy() {
  const {
    institution: { partner_name, help_email, retention_notice },
    recipients = [],
  } = pageData()
  return (
    <div className={styles.notice}>
      <p>
        <span>
          {say(
            '{institution} staff who work on admissions and student records see your answers once you submit them.',
            { institution: partner_name },
          )}
        </span>{' '}
        {recipients.length === 0 ? (
          <span>{say('We give them to nobody else, except where the law requires it.')}</span>
        ) : (
          <span>
            {say(
              'After that, these systems get your answers or word of them, and nobody else does, except where the law requires it:',
            )}
          </span>
        )}
      </p>
      {recipients.length > 0 && (
        <ul className={styles.points} translate="no">
          {recipients.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        {say(
          'Until you submit, only a few of our staff can open your application, for example when you ask us for help. Each time is recorded, and they can’t see your full Social Security number. The account menu shows you, under Your Data, who can read what, and who did.',
        )}
      </p>
      <h3>{say('Your answers')}</h3>
      <p>
        {sentence(
          'We use your answers to decide on your application and to keep your student record. Your gender, ethnicity and race play no part in the decision. We encrypt them, your Social Security number and what you tell us about your conduct. The account menu lets you download what we hold and, until you submit, delete it. To correct or delete something after that, write to {email}.',
          { email: <Email address={help_email} /> },
        )}
      </p>
      {retention_notice && <p>{retention_notice}</p>}
      <h3>{say('Cookies and what this device keeps')}</h3>
      <p>
        {say(
          'When you log in, we set two cookies: one keeps you logged in, and the other tells this page that you are. Both are gone when you log out. Another cookie remembers for a year that someone has logged in with this browser, so that a stranger who guesses passwords can’t lock you out. When you sign up, a cookie ties your code to this browser for up to a week. If you choose a language or log in, a cookie remembers your language for a year. We set no cookies for ads or statistics.',
        )}
      </p>
      <p>
        {say(
          'Until your answers are saved to your account, this browser keeps them for up to 24 hours. To remove them, choose “Clear this device” below the form.',
        )}
      </p>
      <p>{say('Your browser can show, block and delete cookies. Learn how:')}</p>
      <ul className={styles.browsers}>
        {browsers.map(([name, address]) => (
          <li key={name}>
            <a href={address} target="_blank" rel="noreferrer">
              {say(name)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The accessibility statement: what the application conforms to, its known limits, and where to get help. */
export function Accessibility() {
  const { partner_name, help_email, phone, links } = pageData().institution
  return (
    <div className={styles.notice}>
      <p>
        {say(
          '{institution} wants everyone to be able to apply. This application is designed to meet the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA.',
          { institution: partner_name },
        )}
      </p>
      <p>
        {say(
          'You can fill it out with a keyboard alone, with a screen reader, with larger text, with your own colors, and on a small screen. You can take breaks: your answers are saved.',
        )}
      </p>
      <h3>{say('How we test')}</h3>
      <p>
        {say(
          'Software checks our pages against WCAG at phone and computer size before each release. Other tests fill out and submit the application with a keyboard alone, and check text at twice its size.',
        )}
      </p>
      <h3>{say('What we know doesn’t work well yet')}</h3>
      <ul className={styles.points}>
        <li>{say('We haven’t tested every mix of browser and screen reader.')}</li>
        <li>
          {say(
            'A document you upload becomes a PDF that shows what your file showed. If your file is a scan or a photo, a screen reader can’t read its text.',
          )}
        </li>
      </ul>
      <h3>{say('Get help')}</h3>
      <p>
        {sentence(
          'If something doesn’t work for you, email {email} or call {phone}. Tell us what you were trying to do, and we’ll help you apply. For support at {institution}, see <link>disability services</link>.',
          {
            email: <Email address={help_email} />,
            phone: <Phone number={phone} />,
            institution: <span>{partner_name}</span>,
            link: (words) => (
              <a href={links.disability_services} target="_blank" rel="noreferrer">
                {words}
              </a>
            ),
          },
        )}
      </p>
    </div>
  )
}
