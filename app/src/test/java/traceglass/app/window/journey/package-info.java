/// Tests that use the window as a user does, across its parts.
package traceglass.app.window.journey;
