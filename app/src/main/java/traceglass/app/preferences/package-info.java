/// User preferences as JavaFX properties that parts of the window observe.
///
/// Stored in [traceglass.app.settings.Settings].
package traceglass.app.preferences;
