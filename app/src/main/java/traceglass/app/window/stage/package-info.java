/// Puts windows on stages: on the screen, in memory for pictures, and to measure the start of the program.
package traceglass.app.window.stage;
