/// What the parts of one window share: the open trace, the selection, and ways to go to events.
///
/// Passed to constructors. Holds no behaviour of its own.
package traceglass.app.context;
