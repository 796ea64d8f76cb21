/// Opening of traces: start page, recent traces, import progress, and the choice when files are dropped.
package traceglass.app.window.opening;
