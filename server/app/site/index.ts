export { readPages, serveSite } from './serve-site.ts'
