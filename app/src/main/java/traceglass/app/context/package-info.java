/// State shared by the parts of one window: the open trace, the selection, and navigation.
///
/// Passed to constructors. Contains no logic of its own.
package traceglass.app.context;
