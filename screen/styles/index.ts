/** The global styles. Import this once, before any component, so that it sets the order of the cascade layers. */
import './base.css'
import '@fontsource-variable/atkinson-hyperlegible-next/index.css'
import '@fontsource/besley/500.css'
