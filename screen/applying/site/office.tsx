import { pageData } from '../../client/index.ts'
import styles from './site.module.css'

/** The name, address and phone number of the institution (requirement 1.footer.1). */
export function Office() {
  const { partner_name, office, address, phone } = pageData().institution
  return (
    <div>
      <p className={styles.siteFooterPartner}>{partner_name}</p>
      <address translate="no">
        <span>{`${office}, ${address.line_1}`}</span>
        <br />
        <span>{`${address.city}, ${address.state} ${address.zip}`}</span>
        <br />
        <a href={`tel:${phone}`} translate="no">
          {phone}
        </a>
      </address>
    </div>
  )
}
