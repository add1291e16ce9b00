import { pageData } from '../../client/index.ts'
import styles from './site.module.css'

/** How to contact the office (requirements 1.footer.4 and 1.footer.5). */
export function Help() {
  const { help_email, partner_name, office, address, phone, phone_toll_free, fax, links } = pageData().institution
  return (
    <>
      <p>
        <span>If you have a question about the application, please write to</span>{' '}
        <a href={`mailto:${help_email}`} translate="no">
          {help_email}
        </a>
        <span>.</span>
      </p>
      <dl className={styles.ways}>
        <dt>Postal address</dt>
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
        <dt>Phone</dt>
        <dd>
          <a href={`tel:${phone}`} translate="no">
            {phone}
          </a>
        </dd>
        <dt>Toll free</dt>
        <dd>
          <a href={`tel:${phone_toll_free}`} translate="no">
            {phone_toll_free}
          </a>
        </dd>
        <dt>Fax</dt>
        <dd translate="no">{fax}</dd>
        <dt>More pages</dt>
        <dd>
          <ul className={styles.pages}>
            {[
              ['Transfer students', links.transfer],
              ['First-year students', links.freshman],
              ['International students', links.international],
              ['Registration for former students', links.registration],
            ].map(([words, to]) => (
              <li key={words}>
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
