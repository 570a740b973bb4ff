'use strict';

import('../dist/cli.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('error: adserver-conformance is incomplete. Install it again; in a checkout, run npm ci.');
  process.exitCode = 3;
});
