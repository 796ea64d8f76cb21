/// Saving the open trace in other formats. Comes in: the conversions and the trace of a window.
package traceglass.app.export;
