export { sampleApplicationsCommand } from './sample-applications.ts'
