/// Building blocks of windows: pages, the details pane and its tabs, icons, notices, small controls.
///
/// Uses JavaFX and `traceglass.icons`. Does not depend on traces or the store.
package traceglass.app.ui;
