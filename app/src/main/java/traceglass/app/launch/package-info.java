/// What the program is asked to open: references to events, time ranges, track flags, and the built-in sample
/// trace.
package traceglass.app.launch;
