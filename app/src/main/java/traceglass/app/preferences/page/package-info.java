/// The settings page and its list of keys.
package traceglass.app.preferences.page;
