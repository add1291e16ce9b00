/** The public interface of the app. */
export { createApp } from './app.tsx'
export { servedPage } from './served-page.tsx'
