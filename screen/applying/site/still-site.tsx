import { firstPath } from '../../../form/index.ts'
import { Frame } from '../../parts/index.ts'
import { Brand } from './brand.tsx'
import { Office } from './office.tsx'
import footer from './site-footer.module.css'
import header from './site-header.module.css'

/** The header of a page without a script. */
export const StillHeader = () => (
  <header className={header.header}>
    <Frame className={header.row}>
      <a className={header.brand} href={firstPath}>
        <Brand />
      </a>
    </Frame>
  </header>
)

/** The footer of a page without a script: no button, because none could open a dialog. */
export const StillFooter = () => (
  <footer className={footer.footer}>
    <div className={footer.ridge} />
    <div className={footer.ground}>
      <Frame>
        <div className={footer.row}>
          <Office />
        </div>
      </Frame>
    </div>
  </footer>
)
