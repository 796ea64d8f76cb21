/// Commands that convert, cut and merge traces. They open traces with [TraceAccess] and do not open a window.
package traceglass.app.cli.convert;
