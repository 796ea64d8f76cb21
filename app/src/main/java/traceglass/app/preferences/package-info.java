/// User preferences as properties that parts of the window follow, and the page to edit them.
///
/// Reads [traceglass.app.settings.Settings] and provides JavaFX properties.
package traceglass.app.preferences;
