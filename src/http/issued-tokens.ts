export { issuedTokens } from '../secrets/issued-tokens.ts';
