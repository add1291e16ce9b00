/** Fields that search for schools and addresses, and ZIP codes that suggest a city. */
export { LookupField } from './lookup-field.tsx'
export { isChosen, isOwnText, isWithoutRecord, SearchedContext, searchedIn } from './searched.ts'
