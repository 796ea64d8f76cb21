/// Tests of the page of a fleet in a window.
package traceglass.app.window.fleet;
