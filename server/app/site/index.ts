export { serveSite } from './serve-site.ts'
