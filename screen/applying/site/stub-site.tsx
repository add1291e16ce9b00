import { language, ownNameOf } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import { pageData } from '../../client/index.ts'
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
      <div className={footer.headerEnd}>
        {Object.keys(pageData().languages ?? {})
          .filter((each) => each !== language())
          .map((each) => (
            <a key={each} className={footer.language} href={`?lang=${each}`} hrefLang={each} lang={each} translate="no">
              {ownNameOf(each)}
            </a>
          ))}
      </div>
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
