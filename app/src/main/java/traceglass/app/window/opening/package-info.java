/// From the start page to an open trace: recent traces, progress while a trace opens, and what to do with several
/// dropped files.
package traceglass.app.window.opening;
