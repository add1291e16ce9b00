/** The receipt. Loaded on demand. */
export { CompletionPage } from './completion.page.tsx'
