import { email, form, page, password, text, upload } from '../engine/index.ts'

/**
 * The forms of the account cards (requirements 2.auth-cards, 3.forms and 5.auth), defined in the same way as the
 * application, so that the browser and the server check them with the same rules and messages.
 */
const username = email('username', 'Email address', {
  required: true,
  message: 'Your email address must be valid.',
  autocomplete: 'username',
})

const newUsername = email('username', 'New email address', {
  required: true,
  message: 'Your email address must be valid.',
  autocomplete: 'email',
})

const loginUsername = email('username', 'Email address', {
  required: true,
  message: 'Please provide a valid email address.',
  autocomplete: 'username',
})

const loginPassword = password('password', 'Password', {
  required: true,
  message: 'Password is required.',
  autocomplete: 'current-password',
})

/**
 * The rules for a new password. While the applicant types, the cards show which rules are met (requirements 5.auth.12
 * and 5.auth.13).
 */
const passwordRules = [
  { rule: 'minLength', length: 12, message: 'is at least 12 characters' },
  { rule: 'pattern', pattern: '\\p{Lu}', message: 'contains at least one uppercase letter' },
  { rule: 'pattern', pattern: '\\p{Ll}', message: 'contains at least one lowercase letter' },
  { rule: 'pattern', pattern: '\\p{Nd}', message: 'contains at least one number' },
  { rule: 'pattern', pattern: '[^\\p{L}\\p{M}\\p{N}\\s]', message: 'contains at least one special character' },
  { rule: 'pattern', pattern: '^\\S(.*\\S)?$', message: 'contains no leading or trailing whitespace' },
] as const

const newPassword = password('password', 'Password', {
  required: true,
  message: 'is at least 12 characters',
  rules: passwordRules,
  autocomplete: 'new-password',
})

const confirmPassword = password('confirm_password', 'Confirm password', {
  required: true,
  message: 'passwords must match',
  rules: [{ rule: 'sameAs', valueKey: 'password', message: 'passwords must match' }],
  autocomplete: 'new-password',
})

const currentPassword = password('current_password', 'Current password', {
  required: true,
  message: 'Current password is required.',
  autocomplete: 'current-password',
})

const code = text('code', 'Confirmation code', {
  required: true,
  message: 'The confirmation code must be exactly 6 numbers.',
  rules: [{ rule: 'pattern', pattern: '^\\d{6}$' }], // 9.code.1
  inputMode: 'numeric',
  autocomplete: 'one-time-code',
  fits: 10,
})

const VERSION = '1'
export const loginForm = form(VERSION, [page('login', 'Log In', [loginUsername, loginPassword])])
export const signUpForm = form(VERSION, [page('signup', 'Sign Up', [username, newPassword])])
export const confirmForm = form(VERSION, [page('confirm', 'Confirm Your Account', [username, code])])

/** For confirming on another device than the sign-up. The password proves that the code is for this account. */
export const confirmElsewhereForm = form(VERSION, [
  page('confirm', 'Confirm Your Account', [username, code, loginPassword]),
])

/** Used after very many wrong passwords for the account. The login also requires an emailed code. */
export const loginWithCodeForm = form(VERSION, [page('login', 'Log In', [loginUsername, loginPassword, code])])
export const forgotForm = form(VERSION, [page('forgot', 'Forgot Password', [username])])
export const resetForm = form(VERSION, [page('reset', 'Reset Password', [username, newPassword, confirmPassword])])

export const changePasswordForm = form(VERSION, [
  page('change-password', 'Change password', [currentPassword, newPassword, confirmPassword]),
])

/** For changing the email address: the new one, and then the code that is mailed to it. */
export const changeEmailForm = form(VERSION, [
  page('change-email', 'Change email address', [newUsername, currentPassword]),
])
export const emailCodeForm = form(VERSION, [page('change-email', 'Change email address', [code])])

/** For deleting the application and the account. */
export const deleteAccountForm = form(VERSION, [page('delete-account', 'Delete your account', [currentPassword])])

/** What another phone is asked with a link from an upload question (docs/decisions/0014). It is no answer of its own. */
export const documentFromPhone = upload('from_phone', 'Your document', { required: true })
export const fromPhoneForm = form('1', [page('from-phone', 'Send a document', [documentFromPhone])])
