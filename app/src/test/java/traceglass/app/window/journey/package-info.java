/// Tests that walk through the window as a person does, across its parts.
package traceglass.app.window.journey;
