#!/usr/bin/env node
// Written so that any Node since 4 can read it: one that is too old must get as far as the sentence below.
'use strict';

// Overwrites the command line that other users of the machine can list, before anything else: it may hold a key.
// On Windows it would only name the window.
if (process.platform !== 'win32') process.title = 'adserver-conformance';

var manifest = require('../package.json');
var needed = manifest.engines.node.replace(/[^\d.]/g, '');

function isOlder(version, than) {
  var own = version.split('.').map(Number);
  var other = than.split('.').map(Number);
  for (var place = 0; place < other.length; place++) if (own[place] !== other[place]) return own[place] < other[place];
  return false;
}

if (isOlder(process.versions.node, needed)) {
  console.error(
    'error: adserver-conformance needs Node ' + needed + ' or later, and this is Node ' + process.versions.node + '.',
  );
  process.exitCode = 3;
} else if (process.argv.length === 3 && process.argv[2] === '--version') {
  // Answered here: loading the command takes longer than anything else about it.
  process.stdout.on('error', function (error) {
    if (error.code === 'EPIPE') return;
    console.error('error: Standard output was not written (' + error.code + ').');
    process.exitCode = 2;
  });
  process.stdout.write(manifest.version + '\n');
} else {
  require('./start.js');
}
