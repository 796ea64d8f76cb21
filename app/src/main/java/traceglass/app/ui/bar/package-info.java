/// Rows of controls and texts that adapt to the available width, and the status bar.
@NullMarked
package traceglass.app.ui.bar;

import org.jspecify.annotations.NullMarked;
