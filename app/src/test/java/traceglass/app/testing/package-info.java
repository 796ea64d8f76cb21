/// Helpers shared by the tests of this module.
package traceglass.app.testing;
