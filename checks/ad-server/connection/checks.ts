export { isAdServer } from '../readers/endpoints.ts';
export { access as keyAccepted, healthAnswers, inventoryReply } from './requests.ts';
export { expectMarkedJson } from './rules.ts';
