/** The preview of a draft of the form: the real pages, PDF and mails, for made-up applicants, and nothing that is kept. */
export { compareSamples } from './compare-samples.ts'
export { type PreviewedSite, previewLink, previewRoutes } from './preview-routes.ts'
