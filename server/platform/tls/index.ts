export { type Certificate, openCertificate } from './open-certificate.ts'
