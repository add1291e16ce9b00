export { casesOf, wrongSettings } from './wrong-settings.ts'
