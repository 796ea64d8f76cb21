/// State shared by the parts of one window: the open trace, the selection, and navigation.
///
/// Passed to constructors. Contains no logic.
package traceglass.app.context;
