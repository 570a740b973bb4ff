// A module's checks are in the order in which its files are loaded, and tests share loaded files. So load the suite
// first.
import '../checks/suite.ts';
