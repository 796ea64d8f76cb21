/// Rows of controls and texts that adapt to the available width, and the status bar.
package traceglass.app.ui.bar;
