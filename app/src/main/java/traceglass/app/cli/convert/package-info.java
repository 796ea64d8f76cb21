/// Commands that write traces in other forms. Comes in: the conversions and the traces that the program opens for them;
/// no window.
package traceglass.app.cli.convert;
