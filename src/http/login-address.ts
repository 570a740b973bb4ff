/** Matches the address of a login page. */
export const LOGIN_ADDRESS =
  /(^|[/.=_-])(log-?in|sign-?in|sso|saml2?|oauth2?|authorize|cas|wp-login\.php)([/.?&=_-]|$)|login\.microsoftonline\.com|accounts\.google\.com|\.okta\.com|\.auth0\.com/i;
