import { firstPath } from '../../../form/index.ts'
import { Frame, Ridge } from '../../parts/index.ts'
import footer from './site.module.css'
import { Office } from './site-footer.tsx'
import { Brand } from './site-header.tsx'

/** The header of a page without a script. */
export const StillHeader = () => (
  <header className={footer.header}>
    <Frame className={footer.row}>
      <a className={footer.brand} href={firstPath}>
        <Brand />
      </a>
    </Frame>
  </header>
)

/** The footer of a page without a script: no button, because none could open a dialog. */
export const StillFooter = () => (
  <footer className={footer.footer}>
    <Ridge />
    <div className={footer.ground}>
      <Frame>
        <div className={footer.siteFooterRow}>
          <Office />
        </div>
      </Frame>
    </div>
  </footer>
)
