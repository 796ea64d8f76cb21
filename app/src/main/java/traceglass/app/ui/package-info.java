/// Building blocks of windows: pages, the details pane and its tabs, icons, notices, small controls.
///
/// Uses JavaFX and `traceglass.icons`. Knows nothing about traces or the store.
package traceglass.app.ui;
