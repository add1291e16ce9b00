/** The public interface of the app. */
export { createApp } from './app.tsx'
export { type Refused, refusedFile, servedPage } from './served-page.tsx'
