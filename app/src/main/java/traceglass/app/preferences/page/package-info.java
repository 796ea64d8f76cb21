/// Settings page with the list of keyboard shortcuts.
package traceglass.app.preferences.page;
