/// Critical path of a thread: for each time in a selection, the thread it depended on and what that thread did.
///
/// Uses the standard module for critical paths on a separate thread that can be canceled. Adds a tab with lanes over
/// time and a list to the details pane.
package traceglass.app.panel.critical;
