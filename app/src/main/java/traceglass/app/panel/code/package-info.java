/// The code of a function with the cost of each source line and each instruction.
package traceglass.app.panel.code;
