import { useState } from 'react'
import { pageData } from '../../client/index.ts'
import { Button, Frame, lazyPart } from '../../parts/index.ts'
import type { FooterDialog } from './footer-dialogs.tsx'
import { Office } from './office.tsx'
import styles from './site.module.css'

const FooterDialogs = lazyPart(async () => (await import('./footer-dialogs.tsx')).FooterDialogs, { preloaded: true })

/**
 * The name and address of the institution, Help, Privacy and the accessibility statement (requirements 1.footer), below
 * a drawing of mountains.
 */
export function SiteFooter() {
  const { vendor } = pageData().institution
  const [shown, setShown] = useState<FooterDialog>()
  return (
    <footer className={styles.footer}>
      <div className={styles.ridge} />
      <div className={styles.ground}>
        <Frame>
          <div className={styles.siteFooterRow}>
            <Office />
            <div className={styles.buttons}>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('help')}>
                Help
              </Button>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('privacy')}>
                Privacy
              </Button>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setShown('accessibility')}>
                Accessibility
              </Button>
            </div>
          </div>
          <p className={styles.legal}>{`© ${pageData().today.slice(0, 4)} ${vendor}. All rights reserved.`}</p>
        </Frame>
      </div>
      <FooterDialogs shown={shown} onClose={() => setShown(undefined)} />
    </footer>
  )
}
