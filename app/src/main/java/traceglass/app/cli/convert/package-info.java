/// Commands that write traces in other forms. Input: the conversions and the traces that the program opens for them;
/// no window.
package traceglass.app.cli.convert;
