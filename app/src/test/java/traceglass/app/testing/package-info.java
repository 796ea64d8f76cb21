/// What tests of this module share.
package traceglass.app.testing;
