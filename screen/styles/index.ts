/** The look of every page: import it once, before any component, so that the order of the cascade layers is fixed first. */
import './base.css'
import '@fontsource-variable/atkinson-hyperlegible-next/index.css'
import '@fontsource-variable/besley/index.css'
