import { pageData } from '../../client/index.ts'
import styles from './help.module.css'

/** How to contact the office (requirements 1.footer.4 and 1.footer.5). */
export function Help() {
  const { help_email, partner_name, office, address, phone, phone_toll_free, fax, links } = pageData().institution
  return (
    <>
      <p>
        If you have a question about the application, please write to <a href={`mailto:${help_email}`}>{help_email}</a>.
      </p>
      <dl className={styles.ways}>
        <dt>Postal address</dt>
        <dd>
          <address>
            {office}
            <br />
            {partner_name}
            <br />
            {address.line_1}
            <br />
            {address.city}, {address.state} {address.zip}
          </address>
        </dd>
        <dt>Phone</dt>
        <dd>
          <a href={`tel:${phone}`}>{phone}</a>
        </dd>
        <dt>Toll free</dt>
        <dd>
          <a href={`tel:${phone_toll_free}`}>{phone_toll_free}</a>
        </dd>
        <dt>Fax</dt>
        <dd>{fax}</dd>
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
