// A module's checks stand in the order in which its files are loaded, and tests share what is loaded: the suite comes first.
import '../checks/suite.ts';
