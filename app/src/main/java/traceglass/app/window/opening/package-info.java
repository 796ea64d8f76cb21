/// From the start page to an open trace: recent traces, import progress, and the choice when files are dropped.
package traceglass.app.window.opening;
