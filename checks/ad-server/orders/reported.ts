export { askAgain, isRefused, isReported, reported, reportRequest } from '../reports/requests.ts';
