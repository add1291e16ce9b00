import { useState } from 'react'
import { say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { Button, Frame, lazyPart, Ridge } from '../../parts/index.ts'
import type { FooterDialog } from './footer-dialogs.tsx'
import styles from './site.module.css'

const FooterDialogs = lazyPart(async () => (await import('./footer-dialogs.tsx')).FooterDialogs, { preloaded: true })

/**
 * The name and address of the institution, Help, Privacy and the accessibility statement (requirements 1.footer), below
 * a drawing of mountains.
 */
export function SiteFooter() {
  const { vendor } = pageData().institution
  const [shown, setShown] = useState<FooterDialog | 'closed'>()
  return (
    <footer className={styles.footer}>
      <Ridge />
      <div className={styles.ground}>
        <Frame>
          <div className={styles.siteFooterRow}>
            <Office />
            <div className={styles.buttons}>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('help')}>
                {say('Help')}
              </Button>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('privacy')}>
                {say('Privacy')}
              </Button>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('accessibility')}>
                {say('Accessibility')}
              </Button>
            </div>
          </div>
          <p className={styles.legal}>
            {say('© {year} {vendor}. All rights reserved.', { year: pageData().today.slice(0, 4), vendor })}
          </p>
        </Frame>
      </div>
      {/* Its code is not loaded before it is first used. */}
      {shown && <FooterDialogs shown={shown === 'closed' ? undefined : shown} onClose={() => setShown('closed')} />}
    </footer>
  )
}

/** The name, address and phone number of the institution (requirement 1.footer.1). */
export function Office() {
  const { partner_name, office, address, phone } = pageData().institution
  return (
    <div>
      <p className={styles.siteFooterPartner}>{partner_name}</p>
      <address translate="no">
        <span>{`${office}, `}</span>
        <bdi>{address.line_1}</bdi>
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
