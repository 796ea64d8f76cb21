/// Saves the open trace in other formats. Input: the conversions and the trace of a window.
package traceglass.app.export;
