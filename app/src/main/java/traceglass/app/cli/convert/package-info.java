/// Commands that write traces in other formats. They use the conversions and [TraceAccess], and no window.
package traceglass.app.cli.convert;
