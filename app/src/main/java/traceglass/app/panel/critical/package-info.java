/// The critical path of a thread: at every time of a selection, the thread that it depended on and what that one did.
///
/// In: the selection and the store, by the standard module of critical paths, on a thread of its own that can be
/// stopped. Out: a tab of the drawer with lanes over time and a list.
package traceglass.app.panel.critical;
