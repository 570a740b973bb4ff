#!/usr/bin/env node
// Overwrites the command line that other users of the machine can list, before anything else: it may hold a key.
process.title = 'adserver-conformance';
await import('../dist/cli.js');
