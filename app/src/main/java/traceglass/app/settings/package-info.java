/// Data remembered between starts, in the platform's folders: recent traces, window size, settings.
///
/// Does not use JavaFX.
package traceglass.app.settings;
